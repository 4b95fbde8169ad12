/** Command line of the control unit with a serial line in small: receipts on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from '../commands.ts';
import { runDevice } from '../device-main.ts';
import { startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  full: {
    usage: 'the memory is full, or has room again',
    run: ({ conditions }) => void (conditions.memoryFull = !conditions.memoryFull),
  },
  busy: {
    usage: 'it is busy, or not any more',
    run: ({ conditions }) => void (conditions.busy = !conditions.busy),
  },
  silent: {
    usage: '[N]: loses the next N answers (1)',
    run: ({ faults }, [n]) =>
      void faults.push(...Array.from({ length: count(n, 1) }, () => 'silent' as const)),
  },
};

await runDevice({
  ...{ name: 'serial-unit', port: 8084, commands: COMMANDS },
  about: 'It is reached as a converter of serial lines shows it.',
  options: {
    protocol: {
      ...{ value: 'NAME', usage: 'ccsp (CleanCash), or posplus (Skattedosan, POSplus)', standard: 'ccsp' },
      form: { pattern: /^(ccsp|posplus)$/, text: 'must be ccsp or posplus' },
    },
  },
  start: (port, { protocol }) =>
    startEmulator({
      ...{ port, protocol: protocol === 'posplus' ? 'posplus' : 'ccsp' },
      stored: ({ register, number, kind, amounts, code }) =>
        process.stdout.write(`${register} ${number} ${kind} ${amounts} ${code}\n`),
    }),
  title: ({ address }) => `Control unit on ${address}`,
});
