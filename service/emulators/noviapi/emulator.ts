/** A fiscal printer of Novitus (Poland) in small: NoviApi on the network. */
import { systemClock } from '../../clock.ts';
import { PolishPrinter } from '../pl-printer/device.ts';
import type { Emulator, EmulatorOptions } from '../posnet/emulator.ts';
import { startServer } from '../server.ts';
import { NoviApiService } from './service.ts';

const LONGEST_BODY = 500_000;
const ROOT = '/api/v1';

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, port, background, ...device } = options;
  const printer = new PolishPrinter({ name: 'NOVITUS POINT', serial: 'WTE 2001000123', ...device, clock });
  const service = new NoviApiService(printer);
  let loses: 'before' | 'after' | null = null;
  const server = await startServer({
    ...{ port, background, longestBody: LONGEST_BODY },
    take: ({ method = '', url = '', headers, socket }, body) => ({
      answer() {
        if (!url.startsWith(ROOT) || body === null)
          return { status: 404, type: 'application/json', body: '{}' };
        const path = url.slice(ROOT.length).replace(/^\/$/, '');
        const isLast = method === 'PUT' && path.startsWith('/receipt/');
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
    lose: (where) => void (loses = where),
  };
}
