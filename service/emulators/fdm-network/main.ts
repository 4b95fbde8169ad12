/** Command line of the fiscal data module in small; what it signs on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  down: { usage: 'break connections off', run: (fdm) => fdm.down() },
  up: { usage: 'take connections again', run: (fdm) => fdm.up() },
  drop: { usage: '[TIMES]: lose answers after the work is done', run: (fdm, [n]) => fdm.drop(count(n, 1)) },
  slow: { usage: 'MS: wait before each answer', run: (fdm, [ms]) => fdm.slow(count(ms, 0)) },
  refuse: {
    usage: '[TEXT]: refuse everything with a text; without one, work again',
    run: ({ conditions }, words) => void (conditions.refuses = words.join(' ') || null),
  },
  message: {
    usage: 'TEXT: show the next operator a message',
    run: ({ conditions }, words) => void (conditions.message = words.join(' ') || null),
  },
};

const HELP = `Usage: npm run emulate -- fdm-network [options]

  --port N         port on this machine (8082)
  --secret TEXT    requests must show that they know it

Commands on the standard input:
${commandList(COMMANDS)}`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '8082' },
    secret: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else {
  const fdm = await startEmulator({
    port: Number(values.port),
    ...(values.secret !== undefined && { secret: values.secret }),
    signed: ({ mutation, result }) => process.stdout.write(`${mutation} ${JSON.stringify(result.fdmRef)}\n`),
  });
  process.stdout.write(`Fiscal data module (GKS 2.0) on ${fdm.address}. Stop with Ctrl+C.\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, fdm, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void fdm.stop();
    });
  }
}
