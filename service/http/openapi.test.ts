/** docs/openapi.json against the service: every route, every example. */
import fs from 'node:fs/promises';
import type { Router } from 'express';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiFile, startExampleService, type ExampleService } from '../testing/example-service.ts';
import {
  callsOf,
  send,
  shownForm,
  steady,
  unansweredExamples,
  type Answer,
  type OpenApi,
} from '../testing/openapi.ts';
import { schemaErrors, type Schema } from '../testing/schema.ts';
import { createApp } from './server.ts';

// Keeps the function and remembers its arguments: the routers of the service.
vi.mock(import('./server.ts'), { spy: true });

const api = JSON.parse(await fs.readFile(apiFile, 'utf8')) as OpenApi;
const calls = callsOf(api);
const answers = new Map<string, Answer>();

let service: ExampleService;
let routers: Router[];

beforeAll(async () => {
  service = await startExampleService();
  routers = [...vi.mocked(createApp).mock.lastCall![0].routers] as Router[];
  // In the order of the file: later requests look for what earlier ones registered.
  for (const call of callsOf(api, service.files)) answers.set(call.title, await send(service.url, call));
});

afterAll(() => service.stop());

/** `get /cer/{serial}` for every route of a router. */
function routesOf(router: Router): string[] {
  return router.stack.flatMap((layer) => {
    // A router inside a router would hide its routes from this list.
    if (!layer.route) throw new Error(`${layer.name} is no route`);
    const documented = layer.route.path.replace(/:(\w+)/g, '{$1}');
    const methods = layer.route.stack.map(({ method }) => method);
    return [...new Set(methods)].map((method) => `${method} ${documented}`);
  });
}

function errors(value: unknown, schema: Schema): string[] {
  return schemaErrors(value, schema, api.components.schemas);
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

it('shows good requests that follow their schemas', () => {
  const good = calls.filter((call) => call.request?.value !== undefined && call.status === 200);
  for (const { title, request } of good)
    expect({ title, errors: errors(request!.value, request!.schema) }).toEqual({ title, errors: [] });
});

// `npm run docs` writes the answers of today into the file.
it.each(calls)('answers as the file says: $title', (call) => {
  const answer = answers.get(call.title)!;
  const { status, mediaType, text } = answer;
  expect({ status, mediaType }).toEqual({ status: call.status, mediaType: call.mediaType });
  const value = shownForm(answer);
  expect(errors(value, call.response.schema!)).toEqual([]);
  const data = call.response['x-event-data'];
  if (data) expect(errors(JSON.parse(/^data: (.*)$/m.exec(text)![1]!), data)).toEqual([]);
  expect(steady(value)).toBe(steady(call.example.value));
});
