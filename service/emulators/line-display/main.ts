/** Command line of the display in small: its two lines on the standard output. */
import { parseArgs } from 'node:util';
import { EmulatedLineDisplay } from './display.ts';
import { listenDisplay } from './tcp.ts';

const HELP = `Usage: npm run emulate -- display [options]

  --port N       port on this machine (9101)
  --dialect D    epson or cd5220 (epson)
`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '9101' },
    dialect: { type: 'string', default: 'epson' },
    help: { type: 'boolean', default: false },
  },
});
const { port, dialect } = values;

if (values.help) {
  process.stdout.write(HELP);
} else if (
  !/^\d{1,5}$/.test(port) ||
  Number(port) > 65_535 ||
  (dialect !== 'epson' && dialect !== 'cd5220')
) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else {
  const display = new EmulatedLineDisplay(dialect);
  const server = await listenDisplay(display, Number(port));
  process.stdout.write(`Listening. Profile: Display=${dialect} Display_Port=127.0.0.1:${server.port}\n`);
  const edge = `+${'-'.repeat(20)}+\n`;
  display.on('shown', () => {
    const rows = display.lines.map((line) => `|${line.padEnd(20)}|\n`).join('');
    process.stdout.write(`${edge}${rows}${edge}`);
  });
  display.on('unknown', (bytes) => process.stdout.write(`unknown: ${bytes}\n`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
