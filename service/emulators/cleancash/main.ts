/** Command line of the control unit in small: receipts on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { startEmulator, type Emulator } from './emulator.ts';

const FRAMES = ['foreign', 'empty', 'truncated', 'bytes', 'line'] as const;

const COMMANDS: Commands<Emulator> = {
  full: {
    usage: 'the memory is full, or has room again',
    run: ({ conditions }) => void (conditions.memoryFull = !conditions.memoryFull),
  },
  busy: {
    usage: 'it is busy, or not any more',
    run: ({ conditions }) => void (conditions.busy = !conditions.busy),
  },
  slow: {
    usage: '[S]: answers after S seconds (60); 0: at once',
    run: (unit, [s]) => unit.slow(count(s, 60) * 1000),
  },
  drop: {
    usage: '[TIMES]: does what is asked, and loses the answer',
    run: (unit, [times]) => unit.drop(count(times, 1)),
  },
  wrong: {
    usage: `${FRAMES.join('|')} [TIMES]: does what is asked, and answers nonsense`,
    run: (unit, [how, times]) => unit.spoil(FRAMES.find((one) => one === how) ?? 'foreign', count(times, 1)),
  },
};

const HELP = `Usage: npm run emulate -- cleancash [options]

  --port N     port on this machine (8081)
  --auth U:P   user and password that requests must have

Commands on the standard input:
${commandList(COMMANDS)}`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '8081' },
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
  const unit = await startEmulator({
    port: Number(values.port),
    ...(values.auth !== undefined && { auth: values.auth }),
    stored: ({ register, number, kind, total, code }) =>
      process.stdout.write(`${register} ${number} ${kind} ${total} ${code}\n`),
  });
  process.stdout.write(`Control unit at ${unit.url}. Stop with Ctrl+C.\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, unit, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void unit.stop();
    });
  }
}
