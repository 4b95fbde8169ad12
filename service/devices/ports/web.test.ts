import http from 'node:http';
import net, { type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { addressOf, ask, within, type WebRequest } from './web.ts';

let server: Server | null = null;
afterEach(() => server?.close());

async function listening(made: Server): Promise<string> {
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/x`;
}

/** A device that answers with these bytes and hangs up. */
const answering = (bytes: string) => listening(net.createServer((socket) => socket.end(bytes)));

const post = (url: string, more: Partial<WebRequest> = {}) =>
  ask({ method: 'POST', url, headers: {}, body: 'á', signal: within(20_000), ...more }, 10);

it('gives an answer of any status, and follows no redirect', async () => {
  const seen: unknown[] = [];
  const url = await listening(
    http.createServer((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        seen.push([request.method, request.url, request.headers['content-length'], body]);
        response.writeHead(302, { location: '/elsewhere' }).end('moved');
      });
    }),
  );
  expect(await post(url)).toMatchObject({ status: 302, body: Buffer.from('moved') });
  expect(seen).toEqual([['POST', '/x', '2', 'á']]);
});

it.each([
  ['more than is read', 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n01234567890', 'unreadable'],
  ['an answer that breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n0123', 'no-answer'],
  ['nonsense', 'SSH-2.0\r\n\r\n', 'no-answer'],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 'no-answer'],
  ['nothing', '', 'no-answer'],
])('says of %s that it was asked', async (_what, bytes, trouble) => {
  expect(await post(await answering(bytes))).toMatchObject({ asked: true, failure: { trouble } });
});

it('ends with its time, whether or not something has come', async () => {
  const ended = new AbortController();
  const url = await listening(
    net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => ended.abort());
    }),
  );
  expect(await post(url, { signal: ended.signal })).toEqual({
    asked: true,
    failure: { trouble: 'no-answer', text: `${new URL(url).host} did not answer in time` },
  });
  expect(await post(url, { signal: ended.signal })).toMatchObject({
    asked: false,
    failure: { trouble: 'unreachable' },
  });
});

it('knows that nobody was there', async () => {
  const url = await answering('');
  await new Promise((resolve) => server!.close(resolve));
  expect(await post(url)).toMatchObject({ asked: false, failure: { trouble: 'unreachable' } });
});

it.each<[string, string, Partial<WebRequest>]>([
  ['an address that is none', 'http://', {}],
  ['another protocol', 'file:///etc/passwd', {}],
  ['a header that is none', 'http://127.0.0.1:1/', { headers: { authorization: 'a\r\nb' } }],
  ['a key that is none', 'https://127.0.0.1:1/', { tls: { cert: 'x', key: 'y' } }],
])('refuses %s', async (_what, url, more) => {
  expect(await post(url, more)).toMatchObject({ asked: false, failure: { trouble: 'refused' } });
});

it('writes addresses of all kinds of hosts', () => {
  expect(addressOf({ host: 'till', port: 80 }, '/a?b=c')).toBe('http://till:80/a?b=c');
  expect(addressOf({ host: '::1', port: 443 }, '/', true)).toBe('https://[::1]:443/');
});
