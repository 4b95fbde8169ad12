import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { hostsOf, networkFinder } from './network.ts';

const never = new AbortController().signal;

/** A printer that counts what it is sent. */
async function printer(isInUse: boolean) {
  const sent: Buffer[] = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined).on('data', (bytes) => sent.push(bytes));
    if (isInUse) socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { sent, port: (server.address() as net.AddressInfo).port };
}

it.each([
  [false, null],
  [true, 'busy'],
])('finds a printer without sending it anything, in use: %s', async (isInUse, fault) => {
  const { sent, port } = await printer(isInUse);
  const { devices } = await networkFinder(() => ['127.0.0.1', '127.0.0.2'], port)(never);
  expect(devices).toMatchObject([{ address: `127.0.0.1:${port}`, kind: 'printer', fault }]);
  expect(sent).toEqual([]);
});

it('asks nobody when nobody waits any more', async () => {
  const { port } = await printer(false);
  const { devices } = await networkFinder(() => ['127.0.0.1'], port)(AbortSignal.abort());
  expect(devices).toEqual([]);
});

it('knows the hosts of a network', () => {
  expect(hostsOf('192.168.1.20', '255.255.255.0')).toHaveLength(254);
  expect(hostsOf('192.168.1.20', '255.255.255.252')).toEqual(['192.168.1.21', '192.168.1.22']);
  expect(hostsOf('192.168.1.20', '255.255.255.255')).toEqual([]);
});
