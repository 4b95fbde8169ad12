/** A line that loses answers, sends requests twice and lets later ones pass earlier copies. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Journal } from '../journal/journal.ts';
import path from 'node:path';
import {
  archived,
  caughtUp,
  companyWithBadge,
  connectedService,
  portalOfTest,
} from '../testing/connected.ts';
import { sale } from '../testing/sales.ts';

interface Passed {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

function pass(target: string, request: http.IncomingMessage, body: Buffer): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const { method, headers, url } = request;
    const call = http.request(target + url!, { method: method!, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** A proxy whose faults come in turns; `hits` counts batches that were hit by one. */
async function badLine(target: string): Promise<{ url: string; isBad: boolean; hits: number; seen: number }> {
  let count = 0;
  const held: (() => Promise<unknown>)[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(Buffer.concat(chunks)));
    const answer = async (body: Buffer) => {
      const turn = line.isBad && request.url!.endsWith('/records') ? count++ % 4 : 3;
      line.seen++;
      if (turn < 3) line.hits++;
      // The portal has taken it, and the register does not hear so.
      if (turn === 0) {
        await pass(target, request, body);
        response.destroy();
        return;
      }
      // A copy comes again behind later ones.
      if (turn === 1) held.push(() => pass(target, request, body));
      if (turn === 2) {
        response.destroy();
        return;
      }
      const passed = await pass(target, request, body);
      for (const copy of held.splice(0, turn === 3 ? 1 : 0)) await copy();
      response.writeHead(passed.status, passed.headers).end(passed.body);
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const line = { url, isBad: true, hits: 0, seen: 0 };
  return line;
}

it('has every record once and byte for byte in the archive, whatever the line does', async () => {
  const portal = await portalOfTest();
  const { companyId, badge } = await companyWithBadge(portal);
  const line = await badLine(portal.url);
  const service = await connectedService(portal, badge, line.url);
  for (let n = 0; line.hits < 5; n++) {
    const before = line.seen;
    await service.post('/register', sale('1.00'));
    expect(n).toBeLessThan(50);
    await vi.waitFor(() => expect(line.seen).toBeGreaterThan(before), 5000);
  }
  line.isBad = false;
  await service.post('/register', sale('1.00'));
  await caughtUp(service);
  await service.stop();

  const journal = await Journal.open(path.join(service.dataRoot, 'journal.db'));
  const lines: string[] = [];
  for await (const page of journal.linesBetween('def', 0, await journal.lastSq('def')))
    lines.push(...page.map(({ text }) => text));
  await journal.close();
  expect(await archived(portal, companyId)).toEqual(lines);
}, 60_000);
