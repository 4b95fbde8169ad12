/** A fiscal printer of Epson (Italy) in small: its web server, its rules, its memory. */
import { systemClock } from '../../clock.ts';
import type { FiscalEmulator, FiscalEmulatorOptions } from '../fiscal-printer.ts';
import { startServer } from '../server.ts';
import { Memory } from './memory.ts';
import { EmulatedFiscalPrinter, PowerCut } from './service.ts';
import type { Departments } from './draft.ts';

/** How to start an emulator. */
export interface EmulatorOptions extends FiscalEmulatorOptions {
  /** Percentage of each department; the makers' numbering when left out. */
  departments?: Departments;
  /** Has a program from before it could tell what its departments are set to. */
  isOld?: boolean;
}

/** A running emulator. */
export type Emulator = FiscalEmulator;

const PATH = '/cgi-bin/fpmate.cgi';
const LONGEST_BODY = 200_000;
const SERIAL = '99MEX012345';

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, serial = SERIAL, auth } = options;
  const printer = new EmulatedFiscalPrinter(
    new Memory(options.memory ?? null, serial),
    clock,
    options.departments,
    options.isOld,
  );
  const { contents } = printer.memory;
  const expected = auth === undefined ? null : `Basic ${Buffer.from(auth).toString('base64')}`;
  const reply = (status: number, body = '') => ({ status, type: 'text/xml; charset=utf-8', body });
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: (incoming, body) => ({
      answer() {
        if (incoming.method !== 'POST' || incoming.url?.split('?')[0] !== PATH) return reply(404);
        if (expected !== null && incoming.headers.authorization !== expected) return reply(401);
        const before = [contents.documents.length, printer.texts.length, printer.reports.length] as const;
        try {
          return reply(200, printer.answer(body ?? Buffer.alloc(0)));
        } catch (error) {
          if (error instanceof PowerCut) incoming.socket.destroy();
          throw error;
        } finally {
          const papers = [
            ...contents.documents.slice(before[0]).map(({ paper, slip = paper }) => slip),
            ...printer.texts.slice(before[1]).map((text) => text.split('\n')),
            ...printer.reports.slice(before[2]),
          ];
          for (const paper of papers) options.printed?.({ paper });
        }
      },
    }),
  });
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    conditions: printer.conditions,
    get documents() {
      return contents.documents;
    },
    texts: printer.texts,
    get shown() {
      return printer.shown;
    },
    exchange: (other) => printer.memory.exchange(other),
  };
}
