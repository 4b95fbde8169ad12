/** Command line of the printer in small: paper as text or pictures, troubles by commands on the standard input. */
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { opener, portAddress } from '../../devices/ports/address.ts';
import { MODELS, printerModel } from '../../devices/receipt-printer/models.ts';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { emulatedModel } from './models.ts';
import { PaperFolder } from './paper-folder.ts';
import { textOf } from './paper.ts';
import { EmulatedPrinter } from './printer.ts';
import { connect } from './serial.ts';
import { listen } from './tcp.ts';

/** Lines of a new roll. */
const NEW_ROLL = 2000;
/** How long a slow printer takes for a line, ms. */
const SLOW_MS = 200;
/** Pieces of paper that are remembered. */
const KEEPS = 20;

const COMMANDS: Commands<EmulatedPrinter> = {
  paper: {
    usage: '[N]: N lines are left on the roll; without N a new roll',
    run: (printer, [n]) => printer.change({ linesLeft: count(n, NEW_ROLL) }),
  },
  cover: {
    usage: 'opens the cover, or closes it',
    run: (printer) => printer.change({ coverOpen: !printer.conditions.coverOpen }),
  },
  jam: {
    usage: 'the next cut jams the knife; once more: mended',
    run: (printer) =>
      printer.change(printer.conditions.cutterError ? { cutterError: false } : { jamsAtCut: true }),
  },
  power: {
    usage: '[N]: switches it off, or on; with N it goes off after N more bytes',
    run: (printer, [n]) =>
      printer.change(
        n === undefined ? { power: !printer.conditions.power } : { bytesLeft: count(n, Infinity) },
      ),
  },
  cable: {
    usage: 'pulls the cable out, or plugs it in',
    run: (printer) => printer.change({ cable: !printer.conditions.cable }),
  },
  slow: {
    usage: `[MS]: takes MS for each line (${SLOW_MS}); 0: none`,
    run: (printer, [ms]) => printer.change({ lineMs: count(ms, SLOW_MS) }),
  },
  tear: { usage: 'tears the paper off', run: (printer) => printer.tear() },
  drawer: { usage: 'closes the drawer', run: (printer) => printer.change({ drawerOpen: false }) },
};

const HELP = `Usage: npm run emulate -- printer [options]

  --port N          port on this machine (9100)
  --serial ADDRESS  on a serial line or pseudo-terminal instead: /dev/ttyUSB0:38400, /dev/pts/4, COM3:9600
  --model NAME      ${MODELS.map(({ name }) => name).join(', ')} (epson)
  --roll MM         58 or 80 (80)
  --paper FOLDER    a picture (PNG) for each receipt

Commands on the standard input:
${commandList(COMMANDS)}`;

/** What a command line that is right asks for; a text says what is wrong. */
function readOptions() {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      port: { type: 'string', default: '9100' },
      serial: { type: 'string' },
      model: { type: 'string', default: 'epson' },
      roll: { type: 'string', default: '80' },
      paper: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    return '--port must be a number from 0 to 65535';
  }
  const address = values.serial === undefined ? null : portAddress(values.serial);
  if (values.serial !== undefined && address?.kind !== 'serial' && address?.kind !== 'file') {
    return '--serial must be a serial line, such as /dev/ttyUSB0:38400';
  }
  const known = printerModel(values.model);
  if (!known) return `--model must be one of ${MODELS.map(({ name }) => name).join(', ')}`;
  if (values.roll !== '58' && values.roll !== '80') return '--roll must be 58 or 80';
  return { port: Number(values.port), address, known, roll: values.roll, paper: values.paper } as const;
}

/** An option that is not there is told, like one that is wrong. */
function attempt<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}

async function run({ port, address, known, roll, paper }: Exclude<ReturnType<typeof readOptions>, string>) {
  const folder = paper === undefined ? null : await PaperFolder.open(paper);
  const printer = new EmulatedPrinter(emulatedModel(known, roll), KEEPS);
  const line = address ? await connect(printer, opener(address)) : await listen(printer, port);
  const where =
    'port' in line ? `Printer_Port=127.0.0.1:${line.port}` : 'Printer_Port=the other end of this line';
  process.stdout.write(
    `Listening. Profile: Printer=${known.name} ${where} Printer_Paper=${roll} Printer_Drawer=low\n`,
  );
  let shown = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const fail = (error: unknown) => process.stderr.write(`${(error as Error).message}\n`);
  printer.on('printed', () => {
    for (const sheet of printer.sheets) {
      if (sheet.number <= shown || !sheet.isCut) continue;
      shown = sheet.number;
      process.stdout.write(`\n${textOf(sheet)}\n${'- '.repeat(24)}8<\n`);
      if (!folder) continue;
      writing = writing
        .then(() => folder.put(sheet, printer.model))
        .then((file) => process.stdout.write(`${file}\n`))
        .catch(fail);
    }
  });
  printer.on('pulse', (pin) => process.stdout.write(`the drawer opens (pin ${pin})\n`));
  printer.on('unknown', (bytes) => process.stdout.write(`unknown: ${bytes}\n`));
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (text) => process.stdout.write(obey(COMMANDS, printer, text)));
  const end = async () => {
    lines.close();
    await line.close();
    await writing;
  };
  if ('ended' in line) {
    void line.ended.then((error) => {
      if (!error) return;
      fail(error);
      process.exitCode = 1;
      void end();
    });
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
}

const options = attempt(readOptions);
if (options === 'help') process.stdout.write(HELP);
else if (typeof options === 'string') {
  process.stderr.write(`${options}\n`);
  process.exitCode = 2;
} else {
  await run(options).catch((error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  });
}
