/** What the owner's server makes of connections that another instance hands on. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { selfSignedKey } from '../certificates/write.ts';
import { listen } from '../http/door/listen.ts';
import { instanceKey } from './key.ts';
import { announce, join, openLink } from './link.ts';

const KEY = instanceKey('a secret of the instances, long enough').link;
const CLIENT = '192.0.2.7';

/** An owner that answers with where it thinks that its client is, and an instance in front of it. */
async function pair(isSecure: boolean): Promise<number> {
  const { key, certificate } = selfSignedKey({ subject: 'localhost', purpose: 'server' }, Date.now());
  let serve: (connection: net.Socket) => void = () => undefined;
  const server = await listen((request, response) => response.end(request.socket.remoteAddress), {
    ...{ host: '127.0.0.1', port: 0, ipv4: true, admitsOthers: () => true },
    tls: isSecure
      ? {
          ...{ options: { key, cert: certificate }, identity: { file: '', until: Infinity } },
          ...{ admits: () => true, failed: () => undefined, isOld: () => false },
        }
      : null,
    handler: { accept: (connection) => serve(connection), onConnection: (how) => (serve = how) },
  });
  const link = await openLink({ host: '127.0.0.1', port: 0 }, KEY, (connection) => serve(connection));
  const front = net.createServer((client) => {
    Object.defineProperty(client, 'remoteAddress', { value: CLIENT });
    void announce(client, link.address, KEY, new AbortController().signal).then((to) =>
      join(client, to, () => true),
    );
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    front.close();
    await link.close();
    await server.close();
  });
  return (front.address() as net.AddressInfo).port;
}

it.each([false, true])('knows where the client is, HTTPS: %s', async (isSecure) => {
  const port = await pair(isSecure);
  const options = { host: '127.0.0.1', port, agent: false, rejectUnauthorized: false };
  const heard = new Promise<string>((resolve, reject) => {
    const asked = (isSecure ? https : http).get(options, (response) => {
      response.on('data', (chunk: Buffer) => resolve(chunk.toString()));
    });
    asked.on('error', reject);
  });
  expect(await heard).toBe(CLIENT);
});
