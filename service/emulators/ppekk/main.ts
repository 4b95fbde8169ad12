/** Command line of the certified eKasa service in small: documents on the standard output, troubles by commands on the standard input. */
import { count, type Commands } from '../commands.ts';
import { runDevice } from '../device-main.ts';
import { startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  offline: {
    usage: 'eKasa does not answer: documents get no UID',
    run: ({ conditions }) => void (conditions.offline = true),
  },
  online: { usage: 'eKasa answers: all that waits gets its UID', run: (service) => service.deliver() },
  full: {
    usage: 'the storage is full, or has room again',
    run: ({ conditions }) => void (conditions.storageFull = !conditions.storageFull),
  },
  printer: {
    usage: 'the printer fails behind the storage, or works again',
    run: ({ conditions }) => void (conditions.printerBroken = !conditions.printerBroken),
  },
  slow: {
    usage: '[S]: answers after S seconds (60); 0: at once',
    run: (service, [s]) => service.slow(count(s, 60) * 1000),
  },
  drop: {
    usage: '[TIMES]: does what is asked, and loses the answer',
    run: (service, [times]) => service.drop(count(times, 1)),
  },
};

await runDevice({
  ...{ name: 'ppekk', port: 13_083, commands: COMMANDS },
  options: {
    dic: {
      ...{ value: 'N', usage: 'DIČ of the company', standard: '2020123456' },
      form: { pattern: /^\d{10}$/, text: 'must be ten digits' },
    },
  },
  start: (port, { dic }) =>
    startEmulator({
      ...{ port, dic: dic! },
      stored: ({ type, number, month, request, uid, okp }) =>
        process.stdout.write(`${type} ${number} ${month} ${String(request.amount)} ${uid ?? okp}\n`),
    }),
  title: ({ url }) => `eKasa service at ${url}`,
});
