/** A Hungarian fiscal printer that takes JSON commands, in small: its rules, its control unit, its paper. */
import { systemClock, type Clock } from '../../clock.ts';
import { Kept } from '../kept.ts';
import { startServer, type Faults } from '../server.ts';
import { unused, type Contents, type Stored } from './memory.ts';
import { EmulatedHuPrinter, PowerCut, type Conditions } from './service.ts';

/** How to start an emulator. */
export interface EmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  clock?: Clock;
  /** File of the memory; forgotten with the process when left out. */
  memory?: string;
  /** AP number: a letter and eight digits. */
  serial?: string;
  /** `user:password` that requests must have. */
  auth?: string;
  /** Called with each paper as it comes out. */
  printed?(paper: string): void;
}

/** A running emulator. */
export interface Emulator extends Faults {
  port: number;
  conditions: Conditions;
  /** Documents in the memory, oldest first. */
  readonly documents: readonly Stored[];
  /** Texts that came out and are no documents of sales, oldest first. */
  readonly texts: readonly string[];
  readonly isDayOpen: boolean;
  /** Exchanges the printer for a new one. */
  exchange(serial: string): void;
}

const LONGEST_BODY = 500_000;
const SERIAL = 'A12345678';

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, serial = SERIAL, auth } = options;
  const memory = new Kept<Contents>(options.memory ?? null, unused(serial));
  const printer = new EmulatedHuPrinter(memory, clock);
  const expected = auth === undefined ? null : `Basic ${Buffer.from(auth).toString('base64')}`;
  const reply = (status: number, body = '') => ({ status, type: 'application/json; charset=utf-8', body });
  const server = await startServer({
    ...{ port: options.port, background: options.background, longestBody: LONGEST_BODY },
    take: (incoming, body) => ({
      answer() {
        if (incoming.method !== 'POST') return reply(405);
        if (expected !== null && incoming.headers.authorization !== expected) return reply(401);
        const before = [memory.contents.documents.length, printer.texts.length] as const;
        try {
          return reply(200, printer.answer(body ?? Buffer.alloc(0)));
        } catch (error) {
          if (error instanceof PowerCut) incoming.socket.destroy();
          throw error;
        } finally {
          for (const { paper } of memory.contents.documents.slice(before[0]))
            options.printed?.(paper.join('\n'));
          for (const paper of printer.texts.slice(before[1])) options.printed?.(paper);
        }
      },
    }),
  });
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    conditions: printer.conditions,
    get documents() {
      return memory.contents.documents;
    },
    texts: printer.texts,
    get isDayOpen() {
      return memory.contents.openedAt !== null;
    },
    exchange: (other) => memory.store(unused(other)),
  };
}
