import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { instanceKey } from './key.ts';
import { announce, connectLink, isDeserted, join, openLink } from './link.ts';

const KEY = instanceKey('a secret of the instances, long enough').link;
const HERE = { host: '127.0.0.1', port: 0 };

/** Another instance that answers with where the client is, and what it said. */
async function owner() {
  const link = await openLink(HERE, KEY, (client) => {
    client.on('data', (said: Buffer) => client.end(`${client.remoteAddress} said ${said.toString()}`));
  });
  onTestFinished(() => link.close());
  return link;
}

/** An instance that hands connections on. */
async function standby(address: string, key = KEY, mayPass = () => true): Promise<number> {
  const server = net
    .createServer((client) => {
      client.on('error', () => undefined);
      announce(client, address, key, new AbortController().signal).then(
        (to) => join(client, to, mayPass),
        () => client.destroy(),
      );
    })
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as net.AddressInfo).port;
}

/** What a client hears; empty when its connection is broken off. */
function ask(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const client = net.connect(port, '127.0.0.1', () => client.write(text));
    client.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    client.on('error', () => undefined);
    client.on('close', () => resolve(heard));
  });
}

it('hands connections on with the address of the client', async () => {
  const { address } = await owner();
  const port = await standby(address);
  expect(await Promise.all(['hello', 'x'.repeat(1000)].map((text) => ask(port, text)))).toEqual([
    '127.0.0.1 said hello',
    `127.0.0.1 said ${'x'.repeat(1000)}`,
  ]);
});

it('lets nobody in who has not the key, and takes no address that is none', async () => {
  const { address } = await owner();
  const other = instanceKey('another secret of other instances').link;
  expect(await ask(await standby(address, other), 'hello')).toBe('');
  await expect(connectLink(address, other)).rejects.toThrow();
  const liar = await connectLink(address, KEY);
  const closed = new Promise((resolve) => liar.once('close', resolve));
  liar.write('localhost\n');
  liar.resume();
  await closed;
});

it('breaks off what may have waited for too long', async () => {
  const { address } = await owner();
  expect(await ask(await standby(address, KEY, () => false), 'hello')).toBe('');
});

it('knows where nobody listens any more', async () => {
  const link = await owner();
  expect(await isDeserted(link.address)).toBe(false);
  await link.close();
  expect(await isDeserted(link.address)).toBe(true);
});
