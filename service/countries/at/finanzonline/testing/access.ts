/** Access to an emulator, or to a server that answers whatever a test wants. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FinanzOnlineAccess, Packet } from '../access.ts';

/** A web service user of the tests. */
export const USER = { participant: 'TESTTEIL1', user: 'kasse001', pin: 'Geheim4711abc' };
/** VAT id of the maker. */
export const PRODUCER = 'ATU12345675';
/** A winter morning in Vienna. */
export const NOW = Date.parse('2026-01-15T10:15:30.457Z');

/** Access with all that is right, unless told otherwise, and what it logs. */
export function accessTo(
  url: string,
  more: Partial<FinanzOnlineAccess> = {},
): FinanzOnlineAccess & { lines: string[] } {
  const lines: string[] = [];
  const log = { debug: (text: string) => lines.push(text), warn: (text: string) => lines.push(text) };
  return { ...USER, producer: PRODUCER, url, timeoutMs: 15_000, now: () => NOW, log, ...more, lines };
}

let last = 0;

/** The next packet. */
export function packet(mode: 'T' | 'P' = 'T'): Packet {
  last += 1;
  return { number: last, mode };
}

/** A server on this machine with any behaviour. */
export async function fakeServer(listener: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/fonws/ws`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
