/** Command line of Polish printers in small: paper on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
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
export async function runPrinter({ name, title, port, start }: PrinterProgram): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      port: { type: 'string', default: String(port) },
      memory: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`Usage: npm run emulate -- ${name} [options]

  --port N         port on this machine (${port})
  --memory FILE    where the fiscal memory is kept (forgotten when it stops)

Commands on the standard input:
${commandList(COMMANDS)}`);
    return;
  }
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    process.stderr.write('--port must be a number from 0 to 65535\n');
    process.exitCode = 2;
    return;
  }
  const running = await start({
    port: Number(values.port),
    ...(values.memory !== undefined && { memory: values.memory }),
    printed: (paper) => process.stdout.write(`\n${paper.join('\n')}\n${'- '.repeat(20)}8<\n`),
  });
  process.stdout.write(`${title} on 127.0.0.1:${running.port}. Stop with Ctrl+C.\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, running, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void running.stop();
    });
  }
}
