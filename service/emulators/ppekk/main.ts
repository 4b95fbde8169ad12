/** Command line of the certified eKasa service in small: documents on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
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

const HELP = `Usage: npm run emulate -- ppekk [options]

  --port N    port on this machine (13083)
  --dic N     DIČ of the company, ten digits (2020123456)

Commands on the standard input:
${commandList(COMMANDS)}`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '13083' },
    dic: { type: 'string', default: '2020123456' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535 || !/^\d{10}$/.test(values.dic)) {
  process.stderr.write('--port must be a number from 0 to 65535, --dic ten digits\n');
  process.exitCode = 2;
} else {
  const service = await startEmulator({
    ...{ port: Number(values.port), dic: values.dic },
    stored: ({ type, number, month, request, uid, okp }) =>
      process.stdout.write(`${type} ${number} ${month} ${String(request.amount)} ${uid ?? okp}\n`),
  });
  process.stdout.write(`eKasa service at ${service.url}. Stop with Ctrl+C.\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, service, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void service.stop();
    });
  }
}
