/** Command line of fiscal printers in small: paper on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from './commands.ts';
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
export async function runFiscalPrinter(
  name: string,
  port: number,
  start: (options: FiscalEmulatorOptions) => Promise<FiscalEmulator>,
): Promise<void> {
  const help = `Usage: npm run emulate -- ${name} [options]

  --port N         port on this machine (${port})
  --memory FILE    where the fiscal memory is kept (forgotten when it stops)
  --auth U:P       user and password that requests must have

Commands on the standard input:
${commandList(COMMANDS)}`;

  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      port: { type: 'string', default: String(port) },
      memory: { type: 'string' },
      auth: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });

  if (values.help) {
    process.stdout.write(help);
  } else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    process.stderr.write('--port must be a number from 0 to 65535\n');
    process.exitCode = 2;
  } else {
    const printer = await start({
      port: Number(values.port),
      ...(values.memory !== undefined && { memory: values.memory }),
      ...(values.auth !== undefined && { auth: values.auth }),
      printed: ({ paper }) => process.stdout.write(`\n${paper.join('\n')}\n${'- '.repeat(20)}8<\n`),
    });
    process.stdout.write(`Fiscal printer on 127.0.0.1:${printer.port}. Stop with Ctrl+C.\n`);
    const lines = readline.createInterface({ input: process.stdin });
    lines.on('line', (line) => process.stdout.write(obey(COMMANDS, printer, line)));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        lines.close();
        void printer.stop();
      });
    }
  }
}
