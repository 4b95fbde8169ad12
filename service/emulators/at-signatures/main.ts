/**
 * Command line of the emulated signing services, for POS developers who want to
 * try receipts of Austria without an account. Keys stay in a folder, so that the
 * certificates are the same at the next start.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startATrust } from './a-trust.ts';
import { makeKeys, type EmulatedKeys } from './keys.ts';
import { startPrimeSign } from './primesign.ts';
import type { Emulator, SeenRequest } from './server.ts';

const HELP = `Usage: npm run emulate -- at-signatures [options]

  --port N         port of the emulated A-Trust on this machine (7240); PrimeSign has the next one
  --company TEXT   company in the certificates (UID ATU12345678)
  --user USER      user at A-Trust (u123456789)
  --password TEXT  its password (123456789)
  --token TEXT     customer's secret at PrimeSign (emulated-token)
  --out DIR        where keys are kept and found again
                   (default: tillmark-signature-emulator among the temporary files)
`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '7240' },
    company: { type: 'string', default: 'UID ATU12345678' },
    user: { type: 'string', default: 'u123456789' },
    password: { type: 'string', default: '123456789' },
    token: { type: 'string', default: 'emulated-token' },
    out: { type: 'string', default: path.join(os.tmpdir(), 'tillmark-signature-emulator') },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  say(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_534) {
  process.stderr.write('--port must be a number from 0 to 65534\n');
  process.exitCode = 2;
} else {
  const port = Number(values.port);
  const folder = path.resolve(values.out);
  const onRequest = ({ line, status }: SeenRequest) => say(`${line}: ${status}\n`);
  const aTrust = await startATrust({
    port,
    keys: keptKeys(path.join(folder, 'a-trust.json')),
    users: { [values.user]: values.password },
    now: () => Date.now(),
    onRequest,
  });
  const primeSign = await startPrimeSign({
    port: port === 0 ? 0 : port + 1,
    keys: keptKeys(path.join(folder, 'primesign.json')),
    token: values.token,
    onRequest,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void Promise.all([aTrust.stop(), primeSign.stop()]));
  }
  say(instructions(folder, aTrust, primeSign));
}

/** The keys of the last start with this folder, else new ones. */
function keptKeys(file: string): EmulatedKeys {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as EmulatedKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const keys = makeKeys(values.company, Date.now());
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

function instructions(folder: string, aTrust: Emulator, primeSign: Emulator): string {
  const write = (name: string, pem: string) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, pem, { mode: 0o600 });
    return file;
  };
  return `Emulated signing services for Austrian receipts. Their signatures are worth nothing.

A-Trust (a.sign RK HSM)
  address   ${aTrust.url}
  user      ${values.user}
  password  ${values.password}
  issuer    ${write('a-trust-web-ca.pem', aTrust.ca)}
PrimeSign (cash box API)
  address   ${primeSign.url}
  token     ${values.token}
  issuer    ${write('primesign-web-ca.pem', primeSign.ca)}

Stop with Ctrl+C.
`;
}

function say(text: string): void {
  process.stdout.write(text);
}
