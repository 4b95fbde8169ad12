/** Command line of the e-cash register of Hungary in small: its documents on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { PASSWORD, SERIAL, startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  block: {
    usage: 'the authority blocks the register, or lets it work again',
    run: ({ conditions }) => void (conditions.blocked = !conditions.blocked),
  },
  lose: {
    usage:
      '[TYPE] [before|after]: the connection is lost at the next message of this @type (closeReceipt after)',
    run: ({ conditions }, [type = 'closeReceipt', when]) =>
      void (conditions.lose = { type, when: when === 'before' ? 'before' : 'after' }),
  },
  expire: { usage: 'the token of the login runs out', run: (register) => register.expire() },
  down: { usage: 'breaks connections off', run: (register) => register.down() },
  up: { usage: 'takes connections again', run: (register) => register.up() },
  slow: {
    usage: '[S]: answers after S seconds (60); 0: at once',
    run: (register, [s]) => register.slow(count(s, 60) * 1000),
  },
};

const HELP = `Usage: npm run emulate -- hu-fam [options]

  --port N         port on this machine (8084)
  --memory FILE    where its documents are kept (forgotten when it stops)

Its AP number is ${SERIAL}, its password ${PASSWORD}.

Commands on the standard input:
${commandList(COMMANDS)}`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '8084' },
    memory: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else {
  const register = await startEmulator({
    port: Number(values.port),
    ...(values.memory !== undefined && { memory: values.memory }),
    finished: ({ name, total, code }) => process.stdout.write(`${name}  ${total / 100} Ft\n${code ?? ''}\n`),
  });
  process.stdout.write(`E-cash register on 127.0.0.1:${register.port}. Stop with Ctrl+C.\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, register, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void register.stop();
    });
  }
}
