/** Command line of the e-cash register of Hungary in small: its documents on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from '../commands.ts';
import { runDevice } from '../device-main.ts';
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

await runDevice({
  ...{ name: 'hu-fam', port: 8084, commands: COMMANDS },
  about: `Its AP number is ${SERIAL}, its password ${PASSWORD}.`,
  options: { memory: { value: 'FILE', usage: 'where its documents are kept (forgotten when it stops)' } },
  start: (port, { memory }) =>
    startEmulator({
      port,
      ...(memory !== undefined && { memory }),
      finished: ({ name, total, code }) =>
        process.stdout.write(`${name}  ${total / 100} Ft\n${code ?? ''}\n`),
    }),
  title: ({ port }) => `E-cash register on 127.0.0.1:${port}`,
});
