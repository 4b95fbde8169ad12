/** An RT server of Custom (Italy) in small: several cashes, a chain of documents for each. */
import { systemClock } from '../../clock.ts';
import { goodConditions } from '../it-printer/printer.ts';
import type { FiscalEmulator, FiscalEmulatorOptions } from '../fiscal-printer.ts';
import { startServer } from '../server.ts';
import { EmulatedRtServer } from './service.ts';

const LONGEST_BODY = 300_000;
const SERIAL = '88S25000017';
const AUTH = '0001ab01:cassa';

/** How to start one. */
export interface EmulatorOptions extends Omit<FiscalEmulatorOptions, 'memory'> {
  /** Speaks HTTPS with this key and certificate, PEM. */
  tls?: { key: string; cert: string };
}

/** Starts an emulator on 127.0.0.1. `auth`: cash and password; other cashes have the same password. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<FiscalEmulator> {
  const { clock = systemClock, serial = SERIAL, auth = AUTH } = options;
  const rt = new EmulatedRtServer(serial, clock);
  const password = auth.slice(auth.indexOf(':') + 1);
  const conditions = goodConditions();
  const reply = (status: number, body: unknown = {}) => ({
    ...{ status, type: 'application/json', body: JSON.stringify(body) },
  });
  const server = await startServer({
    ...{ port: options.port, background: options.background, tls: options.tls },
    longestBody: LONGEST_BODY,
    take: (incoming, body) => ({
      answer() {
        const name = /^\/(\w{1,40})\.php$/.exec(incoming.url ?? '')?.[1];
        if (incoming.method !== 'POST' || name === undefined) return reply(404);
        const given = Buffer.from(
          (incoming.headers.authorization ?? '').replace(/^Basic /, ''),
          'base64',
        ).toString();
        const [user = '', ...rest] = given.split(':');
        if (!/^\w{8}$/.test(user) || rest.join(':') !== password) return reply(401);
        rt.isFull = conditions.memoryFull;
        const before = rt.documents.length;
        const answer = rt.answer(name, user, body);
        for (const document of rt.documents.slice(before)) options.printed?.(document);
        return reply(200, answer);
      },
    }),
  });
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    conditions,
    documents: rt.documents,
    texts: [],
    shown: '',
    exchange: (other) => rt.exchange(other),
  };
}
