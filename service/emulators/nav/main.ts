/** Command line of NAV Online Számla in small: what it is asked on the standard output, failures by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { startEmulator, USER, type Emulator } from './emulator.ts';

const COMMANDS: Commands<Emulator> = {
  down: { usage: 'breaks off every connection', run: (nav) => nav.down() },
  up: { usage: 'is there again', run: (nav) => nav.up() },
  fail: {
    usage: '[CODE]: refuses the next request with this code (MAINTENANCE_MODE)',
    run: (nav, [code = 'MAINTENANCE_MODE']) => nav.fail({ code }),
  },
  lose: { usage: '[N]: loses the next N answers (1)', run: (nav, [n]) => nav.drop(count(n, 1), 'after') },
  confirm: {
    usage: '[no]: somebody confirms, or rejects, the annulments that wait',
    run: ({ annulments }, [no]) =>
      annulments
        .filter(({ status }) => status === 'VERIFICATION_PENDING')
        .forEach((one) => (one.status = no === 'no' ? 'VERIFICATION_REJECTED' : 'VERIFICATION_DONE')),
  },
  processing: {
    usage: '[N]: says N times that it is still at an invoice (1)',
    run: (nav, [n]) => nav.processing(count(n, 1)),
  },
};

const HELP = `Usage: npm run emulate -- nav [options]

  --port N      port on this machine (7270)

Technical user of the company ${USER.taxpayerId}:
  user ${USER.user}, password ${USER.password}
  signing key ${USER.signKey}, exchange key ${USER.exchangeKey}

Commands on the standard input:
${commandList(COMMANDS)}`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { port: { type: 'string', default: '7270' }, help: { type: 'boolean', default: false } },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else {
  const nav = await startEmulator({
    port: Number(values.port),
    onRequest: (operation, _request, answer) =>
      process.stdout.write(
        `${operation} ${/<(?:ns2:)?(?:errorCode|validationErrorCode|invoiceStatus|transactionId)>[^<]*/.exec(answer)?.[0].replace(/<(?:ns2:)?|>/g, ' ') ?? 'OK'}\n`,
      ),
  });
  process.stdout.write(`NAV Online Számla at ${nav.url} (HU_Nav=${nav.url}). Stop with Ctrl+C.\n${HELP}`);
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => process.stdout.write(obey(COMMANDS, nav, line)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void nav.stop();
    });
  }
}
