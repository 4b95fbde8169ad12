/** Command line of the control unit in small: receipts on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from '../commands.ts';
import { AUTH_OPTION, runDevice } from '../device-main.ts';
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

await runDevice({
  ...{ name: 'cleancash', port: 8081, commands: COMMANDS, options: AUTH_OPTION },
  start: (port, { auth }) =>
    startEmulator({
      port,
      ...(auth !== undefined && { auth }),
      stored: ({ register, number, kind, total, code }) =>
        process.stdout.write(`${register} ${number} ${kind} ${total} ${code}\n`),
    }),
  title: ({ url }) => `Control unit at ${url}`,
});
