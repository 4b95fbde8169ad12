/** A fiscal printer of Epson (Italy) in small: its web server, its rules, its memory. */
import { systemClock } from '../../clock.ts';
import type { FiscalEmulator, FiscalEmulatorOptions } from '../fiscal-printer.ts';
import { Memory } from '../it-printer/memory.ts';
import { basic, startWebServer } from '../it-printer/web-server.ts';
import type { Departments } from './draft.ts';
import { EmulatedFiscalPrinter } from './service.ts';

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
const SERIAL = '99MEX012345';

/** Starts an emulator on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = systemClock, serial = SERIAL } = options;
  const printer = new EmulatedFiscalPrinter(
    new Memory(options.memory ?? null, serial),
    clock,
    options.departments,
    options.isOld,
  );
  const { auth } = options;
  return startWebServer(printer, options, ({ method, url, headers }) => {
    if (method !== 'POST' || url?.split('?')[0] !== PATH) return 404;
    return auth !== undefined && headers.authorization !== basic(auth) ? 401 : 0;
  });
}
