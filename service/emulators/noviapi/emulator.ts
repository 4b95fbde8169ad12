/** A fiscal printer of Novitus (Poland) in small: NoviApi on the network. */
import { systemClock } from '../../clock.ts';
import { PolishPrinter } from '../pl-printer/device.ts';
import type * as posnet from '../posnet/emulator.ts';
import { startServer } from '../server.ts';
import { NoviApiService } from './service.ts';

const LONGEST_BODY = 500_000;
const ROOT = '/api/v1';

/** How to start an emulator. */
export interface EmulatorOptions extends posnet.EmulatorOptions {
  /** Speaks HTTPS with this key and certificate, PEM. */
  tls?: { key: string; cert: string };
}

/** A running emulator. */
export interface Emulator extends posnet.Emulator {
  /** Receipts that were sent electronically: the customer's identifier, and what is done with paper. */
  readonly sent: readonly string[];
}

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, port, background, tls, ...device } = options;
  const printer = new PolishPrinter({ name: 'NOVITUS POINT', serial: 'WTE 2001000123', ...device, clock });
  const service = new NoviApiService(printer);
  let loses: 'before' | 'after' | null = null;
  const server = await startServer({
    ...{ port, background, tls, longestBody: LONGEST_BODY },
    take: ({ method = '', url = '', headers, socket }, body) => ({
      answer() {
        if (!url.startsWith(ROOT) || body === null)
          return { status: 404, type: 'application/json', body: '{}' };
        const path = url.slice(ROOT.length).replace(/^\/$/, '');
        const isLast = method === 'PUT' && /^\/(?:receipt|invoice)\//.test(path);
        if (isLast && loses === 'before') {
          socket.destroy();
          return { status: 500, type: 'application/json', body: '{}' };
        }
        const told = service.answer(method, path, headers.authorization, body.toString('utf8'));
        if (isLast && loses === 'after') socket.destroy();
        return {
          status: told.status,
          type: 'application/json; charset=utf-8',
          body: JSON.stringify(told.body),
        };
      },
    }),
  });
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    printer,
    sent: service.sent,
    lose: (where) => void (loses = where),
  };
}
