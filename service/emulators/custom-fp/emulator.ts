/** A fiscal printer of Custom (Italy) in small: its web server, its rules, its memory. */
import { systemClock } from '../../clock.ts';
import type { FiscalEmulator, FiscalEmulatorOptions } from '../fiscal-printer.ts';
import { startServer } from '../server.ts';
import { Memory } from '../epson-fp/memory.ts';
import { PowerCut } from '../epson-fp/service.ts';
import { EmulatedCustomPrinter } from './service.ts';
import type { Rates } from './draft.ts';

/** How to start an emulator. */
export interface EmulatorOptions extends FiscalEmulatorOptions {
  /** The table of rates; what installers set it to when left out. */
  rates?: Rates;
  /** Has a program from before it could tell all of its state. */
  isOld?: boolean;
}

/** A running emulator. */
export type Emulator = FiscalEmulator;

const PATH = '/xml/printer.htm';
const LONGEST_BODY = 200_000;
const SERIAL = 'STMTE770207';

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, serial = SERIAL } = options;
  const printer = new EmulatedCustomPrinter(
    new Memory(options.memory ?? null, serial),
    clock,
    options.rates,
    options.isOld,
  );
  const { contents } = printer.memory;
  // Without another one its number is user and password.
  const auth = options.auth ?? `${contents.serial}:${contents.serial}`;
  const expected = `Basic ${Buffer.from(auth).toString('base64')}`;
  const reply = (status: number, body = '') => ({ status, type: 'text/xml; charset=utf-8', body });
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: (incoming, body) => ({
      answer() {
        if (incoming.method !== 'POST' || incoming.url !== PATH) return reply(404);
        // Its number it tells everybody.
        const isOpen = body?.includes('<getInfo') === true;
        if (!isOpen && incoming.headers.authorization !== expected) return reply(401);
        const before = [contents.documents.length, printer.texts.length, printer.reports.length] as const;
        try {
          return reply(200, printer.answer(body ?? Buffer.alloc(0)));
        } catch (error) {
          if (error instanceof PowerCut) incoming.socket.destroy();
          throw error;
        } finally {
          const papers = [
            ...contents.documents.slice(before[0]).map(({ paper }) => paper),
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
