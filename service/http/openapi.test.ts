/** docs/openapi.json against the service: every route, every example. */
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Router } from 'express';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startService, type Service } from '../service.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { callsOf, send, unansweredExamples, type Answer, type OpenApi } from '../testing/openapi.ts';
import { schemaErrors, type Schema } from '../testing/schema.ts';
import { createApp } from './server.ts';

// Keeps the function and remembers its arguments: the routers of the service.
vi.mock(import('./server.ts'), { spy: true });

const home = fileURLToPath(new URL('../..', import.meta.url));
const api = JSON.parse(await fs.readFile(path.join(home, 'docs', 'openapi.json'), 'utf8')) as OpenApi;
const key = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const calls = callsOf(api, { 'key.pem': key.privateKey });
const answers = new Map<string, Answer>();

let folder: string;
let service: Service;
let routers: Router[];

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tillmark-openapi-'));
  // The serial that the file shows; a certificate beside the service's own keys.
  await fs.mkdir(path.join(folder, 'cer'));
  await fs.writeFile(path.join(folder, 'cer', 'a3e1f08c52d94b67.pem'), key.publicKey);
  service = await startService(
    { dataRoot: folder, port: 0, host: '127.0.0.1', demo: undefined },
    home,
    new ManualClock('2026-05-04T12:00:00'),
  );
  routers = [...vi.mocked(createApp).mock.lastCall![0]] as Router[];
  // In the order of the file: later requests look for what earlier ones registered.
  for (const call of calls) answers.set(call.title, await send(service.url, call));
});

afterAll(async () => {
  await service.stop();
  await fs.rm(folder, { recursive: true, force: true });
});

/** `get /cer/{serial}` for every route of a router. */
function routesOf(router: Router): string[] {
  return router.stack.flatMap((layer) => {
    // A router inside a router would hide its routes from this list.
    if (!layer.route) throw new Error(`${layer.name} is no route`);
    const documented = layer.route.path.replace(/:(\w+)/g, '{$1}');
    return [...new Set(layer.route.stack.map(({ method }) => `${method} ${documented}`))];
  });
}

it('names every route of the service, and no other', () => {
  const documented = Object.entries(api.paths).flatMap(([at, operations]) =>
    Object.keys(operations).map((method) => `${method} ${at}`),
  );
  expect(documented.sort()).toEqual(routers.flatMap(routesOf).sort());
});

it('shows an answer to every request', () => {
  expect(unansweredExamples(api)).toEqual([]);
  expect(new Set(calls.map((call) => call.title)).size).toBe(calls.length);
});

it('shows every operation at work', () => {
  const shown = new Set(calls.map((call) => call.title.replace(/ [^ ]+$/, '')));
  for (const [at, operations] of Object.entries(api.paths))
    for (const method of Object.keys(operations)) expect(shown).toContain(`${method} ${at}`);
});

it.each(calls)('answers as the file says: $title', (call) => {
  const { status, mediaType, text } = answers.get(call.title)!;
  expect({ status, mediaType }).toEqual({ status: call.status, mediaType: call.mediaType });
  const isJson = mediaType === 'application/json';
  const value: unknown = isJson ? JSON.parse(text) : text;
  expect(errors(value, call.response.schema!)).toEqual([]);
  const data = call.response['x-event-data'];
  if (data) expect(errors(JSON.parse(/^data: (.*)$/m.exec(text)![1]!), data)).toEqual([]);
  const shown = isJson ? JSON.stringify(call.example.value) : String(call.example.value);
  expect(steady(isJson ? JSON.stringify(value) : text)).toBe(steady(shown));
});

it('shows good requests that follow their schemas', () => {
  const good = calls.filter((call) => call.request && call.status === 200);
  for (const { title, request } of good)
    expect({ title, errors: errors(request!.value, request!.schema) }).toEqual({ title, errors: [] });
});

function errors(value: unknown, schema: Schema): string[] {
  return schemaErrors(value, schema, api.components.schemas);
}

/** What differs from run to run: keys and what they sign, process, version, time zone. */
function steady(text: string): string {
  return text
    .replace(/[A-Za-z0-9+/]{171}=/g, '(signature)')
    .replace(/Q:[^*]{4}\*/g, 'Q:(4)*')
    .replace(/[A-Za-z0-9+/]{4}-Processado/g, '(4)-Processado')
    .replace(/("serial":")[0-9a-f]{16}/g, '$1(serial)')
    .replace(/(-----BEGIN PUBLIC KEY-----)[^-]+/, '$1(key)')
    .replace(/(T12:00:00)[+-]\d\d:\d\d/g, '$1(offset)')
    .replace(/("(?:pid|uptime|DiskUsage)":)[\d.]+/g, '$1(number)')
    .replace(/("(?:arch|version|manifest|EFR)":")[^"]+/g, '$1(text)')
    .replace(/(<(pid|PID|uptime|DiskUsage|arch|version|manifest|EFR)>)[^<]+/g, '$1($2)');
}
