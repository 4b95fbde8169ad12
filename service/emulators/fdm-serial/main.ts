/** Command line of the fiscal data module in small; what it signs on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { startEmulator, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  card: {
    usage: 'takes the VAT signing card out, or puts it back',
    run: ({ conditions }) => void (conditions.hasCard = !conditions.hasCard),
  },
  lock: {
    usage: 'the card wants its PIN (12345)',
    run: ({ conditions }) => void (conditions.isLocked = true),
  },
  silent: {
    usage: '[N]: loses the next N answers (1)',
    run: ({ faults }, [n]) =>
      void faults.push(...Array.from({ length: count(n, 1) }, () => ({ isSilent: true }))),
  },
  error: {
    usage: '[CODE]: answers everything with an error such as 208; without one, work again',
    run: ({ conditions }, [code]) => void (conditions.error = code ?? null),
  },
};

const HELP = `Usage: npm run emulate -- fdm-serial [options]

  --port N         port on this machine, as a converter of serial lines shows it (8083)

Commands on the standard input:
${commandList(COMMANDS)}`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { port: { type: 'string', default: '8083' }, help: { type: 'boolean', default: false } },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else {
  const fdm = await startEmulator({ port: Number(values.port) });
  process.stdout.write(`Fiscal data module (GKS 1) on ${fdm.address}. Stop with Ctrl+C.\n`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, fdm, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void fdm.stop();
    });
  }
}
