/** Command line of Polish printers in small: paper on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from '../commands.ts';
import { MEMORY_OPTION, runDevice, showPaper } from '../device-main.ts';
import type { PolishPrinter } from './device.ts';

/** A printer that runs. */
export interface RunningPrinter {
  port: number;
  readonly printer: PolishPrinter;
  slow(ms: number): void;
  stop(): Promise<void>;
}

/** Which printer to run. */
export interface PrinterProgram {
  /** Behind `npm run emulate --`. */
  name: string;
  title: string;
  /** Port unless another one is named. */
  port: number;
  start: (options: {
    port: number;
    memory?: string;
    printed: (paper: readonly string[]) => void;
  }) => Promise<RunningPrinter>;
}

const COMMANDS: Commands<RunningPrinter> = {
  paper: {
    usage: 'takes the paper away, or puts it back',
    run: ({ printer: { conditions } }) => void (conditions.hasPaper = !conditions.hasPaper),
  },
  cover: {
    usage: 'opens the cover, or closes it',
    run: ({ printer: { conditions } }) => void (conditions.coverOpen = !conditions.coverOpen),
  },
  drawer: {
    usage: 'closes the drawer',
    run: ({ printer: { conditions } }) => void (conditions.isDrawerOpen = false),
  },
  clock: {
    usage: '[H]: puts the clock of the printer H hours back (0: right again)',
    run: ({ printer: { conditions } }, [h]) => void (conditions.clockOff = -count(h, 0) * 3_600_000),
  },
  slow: {
    usage: '[S]: answers the end of a receipt after S seconds (60); 0: at once',
    run: (printer, [s]) => printer.slow(count(s, 60) * 1000),
  },
};

/** Runs a printer until Ctrl+C. */
export function runPrinter({ name, title, port, start }: PrinterProgram): Promise<void> {
  return runDevice({
    ...{ name, port, commands: COMMANDS, options: MEMORY_OPTION },
    start: (at, options) => start({ ...options, port: at, printed: showPaper }),
    title: (printer) => `${title} on 127.0.0.1:${printer.port}`,
  });
}
