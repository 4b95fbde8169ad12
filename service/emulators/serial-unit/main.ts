/** Command line of the control unit with a serial line in small: receipts on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
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

const HELP = `Usage: npm run emulate -- serial-unit [options]

  --port N         port on this machine, as a converter of serial lines shows it (8084)
  --protocol NAME  ccsp (CleanCash), or posplus (Skattedosan, POSplus)

Commands on the standard input:
${commandList(COMMANDS)}`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '8084' },
    protocol: { type: 'string', default: 'ccsp' },
    help: { type: 'boolean', default: false },
  },
});
const { protocol } = values;

if (values.help) {
  process.stdout.write(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else if (protocol !== 'ccsp' && protocol !== 'posplus') {
  process.stderr.write('--protocol must be ccsp or posplus\n');
  process.exitCode = 2;
} else {
  const unit = await startEmulator({
    ...{ port: Number(values.port), protocol },
    stored: ({ register, number, kind, amounts, code }) =>
      process.stdout.write(`${register} ${number} ${kind} ${amounts} ${code}\n`),
  });
  process.stdout.write(`Control unit (${protocol}) on ${unit.address}. Stop with Ctrl+C.\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, unit, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void unit.stop();
    });
  }
}
