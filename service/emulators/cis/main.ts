/**
 * Command line of the emulator, for POS developers who want to try registers in
 * Croatia without the CIS. Keys and certificates stay in a folder, so that they are
 * entered in Tillmark once; receipts are forgotten when it stops. While it runs,
 * lines of its standard input change how it behaves.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { commandList, count, obey, type Commands } from '../commands.ts';
import { readKeyFile } from '../../certificates/read.ts';
import { localTime, systemClock } from '../../clock.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import { makeIdentity, type Identity } from './identity.ts';
import { isOib } from './oib.ts';
import type { EmulatedRequest } from './service.ts';

const HELP = `Usage: npm run emulate -- cis [options]

  --port N   port on this machine (7250)
  --oib OIB  company that gets a key (12345678903), may be repeated
  --sha1     take SHA-1 in signatures, as production does until the end of 2026
  --out DIR  where keys and certificates are written and found again
             (default: tillmark-cis-emulator among the temporary files)
`;
const PASSWORD = 'Emulator1';

const SPOILS = ['unsigned', 'foreign', 'changed', 'unreadable'] as const;
const BREAKS = ['before', 'after', 'within', 'never'] as const;

const COMMANDS: Commands<Emulator> = {
  down: { usage: 'break connections off', run: (emulator) => emulator.down() },
  up: { usage: 'take connections again', run: (emulator) => emulator.up() },
  slow: { usage: 'MS: wait before each answer', run: (emulator, [ms]) => emulator.slow(count(ms, 0)) },
  fail: {
    usage: 'CODE [TIMES]: answer the next requests with s001 to s013 or an HTTP status',
    run: (emulator, [code = 's006', times]) =>
      emulator.fail(/^[45]\d\d$/.test(code) ? { http: Number(code) } : { code }, count(times, 1)),
  },
  drop: {
    usage: `${BREAKS.join('|')} [TIMES]: lose connections before, after or within the answer, or never answer`,
    run: (emulator, [where, times]) =>
      emulator.drop(count(times, 1), BREAKS.find((one) => one === where) ?? 'after'),
  },
  spoil: {
    usage: `${SPOILS.join('|')} [TIMES]: do what is asked and answer it so`,
    run: (emulator, [how, times]) =>
      emulator.spoil(SPOILS.find((one) => one === how) ?? 'unsigned', count(times, 1)),
  },
};

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '7250' },
    oib: { type: 'string', multiple: true, default: ['12345678903'] },
    sha1: { type: 'boolean', default: false },
    out: { type: 'string', default: path.join(os.tmpdir(), 'tillmark-cis-emulator') },
    help: { type: 'boolean', default: false },
  },
});

const wrongOib = values.oib.find((oib) => !isOib(oib));
if (values.help) {
  say(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  complain('--port must be a number from 0 to 65535');
} else if (wrongOib !== undefined) {
  complain(`--oib ${wrongOib} is no OIB: eleven digits, the last one is a check digit`);
} else {
  const emulator = await startEmulator({
    port: Number(values.port),
    sha1: values.sha1,
    identity: await keptIdentity(values.out),
    onRequest: (request) => say(`${line(emulator, request)}\n`),
  });
  write('ca.pem', emulator.ca);
  write('cis.pem', emulator.cisCertificate);
  for (const oib of values.oib) await keptKey(emulator, oib);
  const input = createInterface({ input: process.stdin });
  input.on('line', (text) => say(obey(COMMANDS, emulator, text)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      input.close();
      process.stdin.destroy();
      void emulator.stop();
    });
  }
  const file = (name: string) => path.resolve(values.out, name);
  say(`Emulator of the CIS, the fiscalisation service of Croatia's tax authority.

  address                  ${emulator.url}
  trusted for HTTPS        ${file('ca.pem')}
  trusted for its answers  ${file('cis.pem')}
${values.oib.map((oib) => `  key of ${oib}       ${file(`${oib}.p12`)}\n`).join('')}  password of keys         ${PASSWORD}

Receipts are kept until it stops. Stop with Ctrl+C. Commands:
${commandList(COMMANDS)}`);
}

/** The identity of the last start with this folder, else a new one. */
async function keptIdentity(folder: string): Promise<Identity> {
  const file = path.join(folder, 'identity.json');
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')) as Identity;
  const identity = await makeIdentity(systemClock.now());
  fs.mkdirSync(folder, { recursive: true });
  write('identity.json', JSON.stringify(identity));
  return identity;
}

/** Makes a company's key when there is none in the folder that is valid. */
async function keptKey(emulator: Emulator, oib: string): Promise<void> {
  const file = path.join(values.out, `${oib}.p12`);
  const kept = fs.existsSync(file) ? await readKeyFile(fs.readFileSync(file), PASSWORD) : null;
  if (kept && 'key' in kept && kept.certificate.validToDate.getTime() > systemClock.now())
    emulator.know(kept);
  else write(`${oib}.p12`, (await emulator.issue(oib)).pkcs12);
}

function write(name: string, content: string | Buffer): void {
  fs.writeFileSync(path.join(values.out, name), content, { mode: 0o600 });
}

/** One line for a request, with what a developer should look at. */
function line(emulator: Emulator, { at, operation, oib, number, outcome }: EmulatedRequest): string {
  const receipt = emulator.receipts.find(({ jir }) => jir === outcome);
  const isDouble = emulator.doubles.some(({ second }) => second === receipt);
  const remarks = [
    ...(receipt?.warnings ?? []),
    receipt?.protected === false ? 'the ZKI is not that of the receipt' : '',
    isDouble ? 'the number was there before with other content' : '',
  ].filter(Boolean);
  const words = [localTime(at), operation ?? 'unknown request', number, oib && `by ${oib}`].filter(Boolean);
  const about = remarks.length > 0 ? ` (${remarks.join(', ')})` : '';
  return `${words.join(' ')}: ${outcome}${about}`;
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 2;
}

function say(text: string): void {
  process.stdout.write(text);
}
