/** A fiscal printer of Custom (Italy) in small: its web server, its rules, its memory. */
import { systemClock } from '../../clock.ts';
import type { FiscalEmulator, FiscalEmulatorOptions } from '../fiscal-printer.ts';
import { Memory } from '../it-printer/memory.ts';
import { basic, startWebServer } from '../it-printer/web-server.ts';
import type { Rates } from './draft.ts';
import { EmulatedCustomPrinter } from './service.ts';

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
  // Without another one its number is user and password.
  const own = printer.memory.contents.serial;
  const { auth = `${own}:${own}` } = options;
  return startWebServer(printer, options, ({ method, url, headers }, body) => {
    if (method !== 'POST' || url !== PATH) return 404;
    // Its number it tells everybody.
    const isOpen = body?.includes('<getInfo') === true;
    return isOpen || headers.authorization === basic(auth) ? 0 : 401;
  });
}
