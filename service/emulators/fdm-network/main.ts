/** Command line of the fiscal data module in small; what it signs on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from '../commands.ts';
import { runDevice } from '../device-main.ts';
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

await runDevice({
  ...{ name: 'fdm-network', port: 8082, commands: COMMANDS },
  options: { secret: { value: 'TEXT', usage: 'requests must show that they know it' } },
  start: (port, { secret }) =>
    startEmulator({
      port,
      ...(secret !== undefined && { secret }),
      signed: ({ mutation, result }) =>
        process.stdout.write(`${mutation} ${JSON.stringify(result.fdmRef)}\n`),
    }),
  title: ({ address }) => `Fiscal data module (GKS 2.0) on ${address}`,
});
