import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { probeRegister } from './probe.ts';

let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function listen(answer: RequestListener): Promise<number> {
  const opened = createServer(answer);
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  return (opened.address() as AddressInfo).port;
}

const STATE = { Ready: false, Problem: 'NO_CFG DATABASE_FULL' };

it('finds a Tillmark register by its state, and how it is doing', async () => {
  const asked: (string | undefined)[] = [];
  const port = await listen((request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify({ pid: 1, name: 'Tillmark', version: '3.0.0', RN: 'def', ...STATE }));
  });
  expect(await probeRegister({ host: 'localhost', port })).toEqual({
    url: `http://localhost:${port}`,
    ready: false,
    problems: ['NO_CFG', 'DATABASE_FULL'],
  });
  expect(asked).toEqual(['/state']);
});

it('finds one that wants a digest account, by its server header', async () => {
  const port = await listen((_request, response) => {
    response.writeHead(401, { server: 'Tillmark/3.0.0' }).end();
  });
  expect(await probeRegister({ host: '127.0.0.1', port })).toEqual({
    url: `http://127.0.0.1:${port}`,
    ready: null,
    problems: [],
  });
});

it.each([
  ['another program', '<html>'],
  ['another register', JSON.stringify({ name: 'Other', version: '1' })],
  ['null', 'null'],
  ['an endless answer', 'x'.repeat(200_000)],
])('does not attach to %s', async (_what, body) => {
  const port = await listen((_request, response) => response.end(body));
  expect(await probeRegister({ host: '127.0.0.1', port })).toBeNull();
});

it('finds nothing on a closed port or behind an impossible host', async () => {
  const port = await listen((_request, response) => response.end());
  await new Promise((resolve) => server?.close(resolve));
  expect(await probeRegister({ host: '127.0.0.1', port })).toBeNull();
  expect(await probeRegister({ host: 'not a host', port })).toBeNull();
});
