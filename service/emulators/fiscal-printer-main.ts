/** Command line of fiscal printers in small: paper on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from './commands.ts';
import { AUTH_OPTION, MEMORY_OPTION, runDevice, showPaper } from './device-main.ts';
import type { FiscalEmulator, FiscalEmulatorOptions } from './fiscal-printer.ts';

const COMMANDS: Commands<FiscalEmulator> = {
  paper: {
    usage: 'takes the paper away, or puts it back',
    run: ({ conditions }) => void (conditions.hasPaper = !conditions.hasPaper),
  },
  cover: {
    usage: 'opens the cover, or closes it',
    run: ({ conditions }) => void (conditions.coverOpen = !conditions.coverOpen),
  },
  power: {
    usage: '[N]: power fails in the next receipt, after N of its elements (3)',
    run: ({ conditions }, [n]) => void (conditions.powerFailsIn = count(n, 3)),
  },
  full: {
    usage: 'fills the memory, or empties it',
    run: ({ conditions }) => void (conditions.memoryFull = !conditions.memoryFull),
  },
  clock: {
    usage: 'sets its clock wrong, or right',
    run: ({ conditions }) => void (conditions.clockWrong = !conditions.clockWrong),
  },
  unsent: {
    usage: '[N]: N closings have not reached the authority (1)',
    run: ({ conditions }, [n]) => void (conditions.unsent = count(n, 1)),
  },
  slow: {
    usage: '[S]: answers after S seconds (60); 0: at once',
    run: (printer, [s]) => printer.slow(count(s, 60) * 1000),
  },
};

/** Runs one until it is stopped. @param name of the emulator; @param port where it listens unless told otherwise */
export function runFiscalPrinter(
  name: string,
  port: number,
  start: (options: FiscalEmulatorOptions) => Promise<FiscalEmulator>,
): Promise<void> {
  return runDevice({
    ...{ name, port, commands: COMMANDS, options: { ...MEMORY_OPTION, ...AUTH_OPTION } },
    start: (at, options) => start({ ...options, port: at, printed: ({ paper }) => showPaper(paper) }),
    title: (printer) => `Fiscal printer on 127.0.0.1:${printer.port}`,
  });
}
