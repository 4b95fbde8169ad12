/** Command line of the Hungarian fiscal printer in small: paper on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import type { Conditions } from './service.ts';

const flip = (name: 'hasPaper' | 'paperLow' | 'coverOpen' | 'memoryFull' | 'clockWrong', usage: string) => ({
  usage,
  run: ({ conditions }: { conditions: Conditions }) => void (conditions[name] = !conditions[name]),
});

const COMMANDS: Commands<Emulator> = {
  paper: flip('hasPaper', 'takes the paper away, or puts it back'),
  low: flip('paperLow', 'the roll comes to its end, or is new'),
  cover: flip('coverOpen', 'opens the cover, or closes it'),
  full: flip('memoryFull', 'the memory is full, or is not'),
  clock: flip('clockWrong', 'its clock is wrong, or right'),
  power: {
    usage: 'power fails in the next document, after it was stored',
    run: ({ conditions }) => void (conditions.power = 'after'),
  },
  slow: {
    usage: '[S]: answers after S seconds (60); 0: at once',
    run: (printer, [s]) => printer.slow(count(s, 60) * 1000),
  },
};

const HELP = `Usage: npm run emulate -- hu-json [options]

  --port N         port on this machine (8082)
  --memory FILE    where the fiscal memory is kept (forgotten when it stops)
  --auth U:P       user and password that requests must have

Commands on the standard input:
${commandList(COMMANDS)}`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '8082' },
    memory: { type: 'string' },
    auth: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else {
  const printer = await startEmulator({
    port: Number(values.port),
    ...(values.memory !== undefined && { memory: values.memory }),
    ...(values.auth !== undefined && { auth: values.auth }),
    printed: (paper) => process.stdout.write(`\n${paper}\n${'- '.repeat(20)}8<\n`),
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
