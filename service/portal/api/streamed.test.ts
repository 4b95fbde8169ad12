import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../log.ts';
import { sendStreamed, Streamed } from './streamed.ts';

let server: Server;
afterEach(() => server.close());

/** Sends an answer whose client may leave; resolves with what was logged. */
async function sent(content: () => AsyncIterable<string>, leaves: 'before' | 'midway' | null) {
  const error = vi.fn();
  const done = Promise.withResolvers<void>();
  const app = express();
  app.get('/', async (_request, response) => {
    if (leaves === 'before') {
      request.destroy();
      await once(response, 'close');
    }
    const write: Streamed['write'] = (output, signal) =>
      pipeline(Readable.from(content()), output, { signal });
    await sendStreamed(new Streamed({}, write), response, { ...silentLog, error });
    done.resolve();
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  request.on('error', () => undefined);
  request.on('response', (response: NodeJS.ReadableStream) => {
    response.on('error', () => undefined);
    response.on('data', () => leaves === 'midway' && request.destroy());
  });
  await done.promise;
  return error.mock.calls;
}

async function* endless() {
  for (;;) {
    yield 'more of it\n'.repeat(1000);
    await new Promise(setImmediate);
  }
}

it('logs why an answer broke off', async () => {
  const broken = new Error('this record cannot be read');
  const failing = async function* () {
    yield 'half of it';
    await new Promise(setImmediate);
    throw broken;
  };
  expect(await sent(failing, null)).toEqual([['the portal could not finish an answer', broken]]);
});

it.each(['before', 'midway'] as const)('logs nothing of who goes away, %s', async (leaves) => {
  expect(await sent(endless, leaves)).toEqual([]);
});
