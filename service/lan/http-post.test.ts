import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { post } from './http-post.ts';

const WAITS = { quietMs: 50, signMs: 300 };
const QUESTION = Buffer.from('question');

async function listening(server: net.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const open = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => open.add(socket));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/lan/export`;
}

const never = () => new AbortController().signal;

it('gives up on a machine that takes connections and answers none, as one that hangs does', async () => {
  const url = await listening(net.createServer(() => undefined));
  const asked = post(url, QUESTION, never(), WAITS);
  await expect(asked).rejects.toThrow('it does not answer any more');
});

it('gives up on one that hangs in the middle of its answer', async () => {
  let hangs = false;
  const url = await listening(
    net.createServer((socket) => {
      if (hangs) return;
      hangs = true;
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    }),
  );
  const answer = await post(url, QUESTION, never(), WAITS);
  await expect(text(answer)).rejects.toThrow();
});

it('waits for one that works long and gives signs of life, and says so once', async () => {
  let busy = 0;
  const url = await listening(
    http.createServer((request, response) => {
      if (request.method === 'HEAD') response.writeHead(404).end();
      else setTimeout(() => response.end('archive'), 1000);
    }),
  );
  const answer = await post(url, QUESTION, never(), { ...WAITS, onBusy: () => busy++ });
  expect(await text(answer)).toBe('archive');
  expect(busy).toBe(1);
});
