/** Command line of the printer in small: paper as text on the standard output, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import type { Conditions } from './printer.ts';
import { EmulatedPrinter } from './printer.ts';
import { textOf } from './paper.ts';
import { listen } from './tcp.ts';

const HELP = `Usage: npm run emulate -- printer [options]

  --port N    port on this machine (9100)

Commands on the standard input:
  paper N     N lines are left on the roll; without N a new roll
  cover       opens the cover, or closes it
  jam         the next cut jams the knife; once more: mended
  power       switches it off, or on
  drawer      closes the drawer
`;

/** Lines of a new roll. */
const NEW_ROLL = 2000;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { port: { type: 'string', default: '9100' }, help: { type: 'boolean', default: false } },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else {
  await run(Number(values.port));
}

async function run(port: number): Promise<void> {
  const printer = new EmulatedPrinter();
  const server = await listen(printer, port);
  process.stdout.write(
    `Listening. Profile: Printer=epson Printer_Port=127.0.0.1:${server.port} Printer_Drawer=low\n`,
  );
  let shown = 0;
  printer.on('printed', () => {
    for (; printer.sheets[shown]?.isCut === true; shown += 1) {
      process.stdout.write(`\n${textOf(printer.sheets[shown]!)}\n${'- '.repeat(24)}8<\n`);
    }
  });
  printer.on('pulse', (pin) => process.stdout.write(`the drawer opens (pin ${pin})\n`));
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const change = commanded(line.trim(), printer.conditions);
    if (change) printer.change(change);
    process.stdout.write(change ? `${JSON.stringify(printer.conditions)}\n` : HELP);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void server.close();
    });
  }
}

function commanded(line: string, now: Readonly<Conditions>): Partial<Conditions> | null {
  const [command, count] = line.split(/\s+/);
  switch (command) {
    case 'paper':
      return { linesLeft: /^\d{1,6}$/.test(count ?? '') ? Number(count) : NEW_ROLL };
    case 'cover':
      return { coverOpen: !now.coverOpen };
    case 'jam':
      return now.cutterError ? { cutterError: false } : { jamsAtCut: true };
    case 'power':
      return { power: !now.power };
    case 'drawer':
      return { drawerOpen: false };
    default:
      return null;
  }
}
