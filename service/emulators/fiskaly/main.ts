/**
 * Command line of the emulator, to try a TSE in the cloud without a contract. Everything
 * is forgotten when it stops. While it runs, lines of its standard input change how it behaves.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import { ServiceError } from './tss.ts';

const COMMANDS: Commands<Emulator> = {
  down: { usage: 'break connections off', run: (emulator) => emulator.down() },
  up: { usage: 'take connections again', run: (emulator) => emulator.up() },
  slow: { usage: 'MS: wait before each answer', run: (emulator, [ms]) => emulator.slow(count(ms, 0)) },
  drop: {
    usage: '[TIMES]: lose the next answers after what was asked is done',
    run: (emulator, [times]) => emulator.drop(count(times, 1)),
  },
  refuse: {
    usage: 'STATUS CODE [TIMES]: refuse the next messages of transactions, e.g. 423 E_TSS_DEFECTIVE',
    run: (emulator, [status, code = '', times]) =>
      emulator.refuse(new ServiceError(count(status, 500), code, 'as told'), count(times, 1)),
  },
  tokens: { usage: 'no token is valid any more', run: (emulator) => emulator.dropTokens() },
};

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { port: { type: 'string', default: '7300' }, help: { type: 'boolean', default: false } },
});

if (values.help || !/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stdout.write(
    'Usage: npm run emulate -- fiskaly [--port N]\n\n  --port N   port on this machine (7300)\n',
  );
  if (!values.help) process.exitCode = 2;
} else {
  const emulator = await startEmulator({ port: Number(values.port) });
  process.stdout.write(
    `Address     ${emulator.url}\nAPI key     ${emulator.apiKey.key}\nAPI secret  ${emulator.apiKey.secret}\n` +
      `\nCommands:\n${commandList(COMMANDS)}\nStop with Ctrl+C.\n`,
  );
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, emulator, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void emulator.stop();
    });
  }
}
