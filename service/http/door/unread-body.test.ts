import net from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { serveRoutes } from '../../testing/route-server.ts';
import { answerUnread, cutOffEndless } from './unread-body.ts';

afterEach(() => void vi.useRealTimers());

/** Sends something to a route that reads no body, with the time standing still; what it answers until it closes. */
async function send(
  text: string,
): Promise<{ heard: () => string; closed: Promise<void>; socket: net.Socket }> {
  const { promise: asked, resolve: arrived } = Promise.withResolvers<void>();
  const url = await serveRoutes((request, response) => {
    answerUnread(request, response, () => response.status(406).send('no'), 1000);
    arrived();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
  const closed = new Promise<void>(
    (resolve) => void socket.on('error', () => undefined).on('close', () => resolve()),
  );
  await asked;
  return { heard: () => answer, closed, socket };
}

const head = 'POST / HTTP/1.1\r\nHost: localhost\r\n';

it('answers behind the pause, and not before the body is thrown away', async () => {
  const { heard, socket } = await send(`${head}Content-Length: 5\r\n\r\nab`);
  vi.advanceTimersByTime(1000);
  expect(heard()).toBe('');
  socket.write('cde');
  await vi.waitFor(() => expect(heard()).toContain('HTTP/1.1 406'));
  expect(heard()).toContain('Connection: keep-alive');
});

it.each([
  ['that announces more than comes', 'Content-Length: 50\r\n\r\nab'],
  ['that comes in chunks without an end', 'Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n'],
])('answers a body %s after ten seconds, and ends the connection', async (_what, rest) => {
  const { heard, closed } = await send(head + rest);
  vi.advanceTimersByTime(9999);
  expect(heard()).toBe('');
  vi.advanceTimersByTime(1);
  await closed;
  expect(heard()).toMatch(/^HTTP\/1\.1 406 [^]*Connection: close/i);
});

it('answers at once a body that announces too much to be thrown away', async () => {
  const { heard, closed } = await send(`${head}Content-Length: 99999999999\r\n\r\nab`);
  await closed;
  expect(heard()).toMatch(/^HTTP\/1\.1 406 [^]*Connection: close/i);
});

it('cuts off a body in chunks that never ends', async () => {
  const url = await serveRoutes((request, response) => {
    cutOffEndless(request, response);
    // As readers of bodies do before they refuse.
    request.resume();
  });
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  const closed = new Promise<void>(
    (resolve) => void socket.on('error', () => undefined).on('close', () => resolve()),
  );
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
  const goOn = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', goOn).write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  goOn();
  await closed;
});
