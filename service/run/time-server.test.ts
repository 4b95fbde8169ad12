import dgram from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { askTimeServer, readTimeServer } from './time-server.ts';

/** A server on this machine. */
async function server(answer: (question: Buffer) => Buffer[]): Promise<{ host: string; port: number }> {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    for (const packet of answer(question)) socket.send(packet, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { host: '127.0.0.1', port: socket.address().port };
}

/** An answer as of RFC 4330: a time in ms since 1970, in both places. */
function answered(question: Buffer, ms: number, stratum = 2): Buffer {
  const packet = Buffer.alloc(48);
  packet[0] = 0x24;
  packet[1] = stratum;
  question.copy(packet, 24, 40);
  for (const at of [32, 40]) {
    packet.writeUInt32BE((Math.floor(ms / 1000) + 2_208_988_800) % 2 ** 32, at);
    packet.writeUInt32BE(Math.floor(((ms % 1000) / 1000) * 2 ** 32), at + 4);
  }
  return packet;
}

it.each([
  ['2026-05-04T12:00:00', 2500],
  ['2026-05-04T12:00:00', -90_000],
  // Behind 2036 the seconds begin anew.
  ['2040-01-01T00:00:00', 1000],
])('tells how far the clock is behind, at %s: %d ms', async (time, offset) => {
  const clock = new ManualClock(time);
  const at = await server((question) => {
    const forged = answered(question, 0);
    forged[24]! ^= 1;
    return [Buffer.from('hello'), forged, answered(question, clock.now() + offset)];
  });
  expect(await askTimeServer(at, clock)).toBe(offset);
});

it('takes no answer of a server that does not know the time', async () => {
  const at = await server((question) => [answered(question, 0, 0)]);
  await expect(askTimeServer(at, new ManualClock())).rejects.toThrow('does not tell the time');
});

it.each([
  ['pool.example.org', { host: 'pool.example.org', port: 123 }],
  ['10.0.0.1:1123', { host: '10.0.0.1', port: 1123 }],
  ['[fd00::1]:123', { host: 'fd00::1', port: 123 }],
  ['a b', null],
  ['http://x', null],
  ['x:0', null],
  ['x:70000', null],
])('reads %s', (text, expected) => {
  expect(readTimeServer(text)).toEqual(expected);
});
