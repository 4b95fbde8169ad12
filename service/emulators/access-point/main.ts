/**
 * Command line of the access point, for POS developers who want to try e-invoices. Documents
 * are forgotten when it stops. While it runs, lines of its standard input change how it behaves.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { startAccessPoint, type AccessPoint, type Fate } from './emulator.ts';

const HELP = `Usage: npm run emulate -- access-point [options]

  --port N       port on this machine (7260)
  --token TEXT   what callers show in X-Token (secret)
  --to ADDRESS   participant who can be reached, scheme:value; may be repeated, all without it
`;

const BREAKS = ['before', 'after', 'within', 'never'] as const;
const FATES: readonly Fate[] = ['delivered', 'queued', 'rejected'];

const COMMANDS: Commands<AccessPoint> = {
  down: { usage: 'break connections off', run: (point) => point.down() },
  up: { usage: 'take connections again', run: (point) => point.up() },
  slow: { usage: 'MS: wait before each answer', run: (point, [ms]) => point.slow(count(ms, 0)) },
  fail: {
    usage: 'STATUS [TIMES]: answer the next requests so',
    run: (point, [status, times]) => point.fail(count(status, 503), count(times, 1)),
  },
  drop: {
    usage: `${BREAKS.join('|')} [TIMES]: lose connections before, after or within the answer, or never answer`,
    run: (point, [where, times]) =>
      point.drop(count(times, 1), BREAKS.find((one) => one === where) ?? 'after'),
  },
  fate: {
    usage: `${FATES.join('|')}: what becomes of documents from now on`,
    run: (point, [fate]) => point.fate(FATES.find((one) => one === fate) ?? 'delivered'),
  },
  flush: { usage: 'send what is queued', run: (point) => point.flush() },
};

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '7260' },
    token: { type: 'string', default: 'secret' },
    to: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  say(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else {
  const point = await startAccessPoint({
    ...{ port: Number(values.port), token: values.token },
    ...(values.to && { participants: values.to }),
    onRequest: ({ method, path, status, text }) => say(`${method} ${path} ${status} ${text}\n`),
  });
  const input = createInterface({ input: process.stdin });
  input.on('line', (text) => say(obey(COMMANDS, point, text)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      input.close();
      process.stdin.destroy();
      void point.stop();
    });
  }
  say(`Access point for e-invoices.

  address (EInvoice_TestUrl)  ${point.url}
  token                       ${values.token}

Documents are kept until it stops. Stop with Ctrl+C. Commands:
${commandList(COMMANDS)}`);
}

function say(text: string): void {
  process.stdout.write(text);
}
