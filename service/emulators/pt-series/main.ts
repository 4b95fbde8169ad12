/**
 * Command line of the simulator, for POS developers who want to try series
 * without the tax authority. Keys and certificates stay in a folder, so that
 * they are entered in Tillmark once; series are forgotten when it stops.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { localTime, systemClock } from '../../clock.ts';
import { makeIdentity, type Identity } from './identity.ts';
import type { SimulatedRequest } from './service.ts';
import { startSimulator, type Simulator } from './emulator.ts';

const HELP = `Usage: npm run emulate -- pt-series [options]

  --port N         port on this machine (7220)
  --user USER      sub-user <NIF>/<number> (555555550/1), may be repeated
  --password TEXT  its password (secret), one for each user
  --out DIR        where certificates are written and found again
                   (default: tillmark-at-simulator among the temporary files)
`;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    port: { type: 'string', default: '7220' },
    user: { type: 'string', multiple: true, default: ['555555550/1'] },
    password: { type: 'string', multiple: true, default: ['secret'] },
    out: { type: 'string', default: path.join(os.tmpdir(), 'tillmark-at-simulator') },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  say(HELP);
} else if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  process.stderr.write('--port must be a number from 0 to 65535\n');
  process.exitCode = 2;
} else if (values.user.length !== values.password.length) {
  process.stderr.write('each --user needs a --password\n');
  process.exitCode = 2;
} else {
  const simulator = await startSimulator({
    port: Number(values.port),
    users: Object.fromEntries(values.user.map((user, i) => [user, values.password[i]!])),
    identity: await keptIdentity(values.out),
    onRequest: (request) => say(`${line(request)}\n`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.stop());
  }
  writeFiles(values.out, simulator);
  say(instructions(simulator));
}

/** The identity of the last start with this folder, else a new one. */
async function keptIdentity(folder: string): Promise<Identity> {
  const file = path.join(folder, 'identity.json');
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Identity;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const identity = await makeIdentity(systemClock.now());
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, JSON.stringify(identity), { mode: 0o600 });
  return identity;
}

function writeFiles(folder: string, simulator: Simulator): void {
  const write = (name: string, text: string) =>
    fs.writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  write('ca.pem', simulator.ca);
  write('client.pem', simulator.clientCertificate);
  write('client-key.pem', simulator.clientKey);
  write('authority.pem', simulator.authorityCertificate);
}

function instructions(simulator: Simulator): string {
  const logins = values.user.map((user, i) => `  ${user}  password ${values.password[i]}\n`);
  const file = (name: string) => path.resolve(values.out, name);
  return `Simulator of the Portuguese tax authority, series web service.

Profile attributes of Tillmark:
  Fiscal_Test      1
  PT_SeriesServer  ${simulator.url}
  PT_SeriesCA      ${file('ca.pem')}
Control page, Portugal:
  client certificate       ${file('client.pem')}
  its key                  ${file('client-key.pem')}
  authority's certificate  ${file('authority.pem')}
Sub-user:
${logins.join('')}
Series are kept until the simulator stops. Stop with Ctrl+C.
`;
}

function line({ at, operation, user, fields, code }: SimulatedRequest): string {
  const series = [fields.tipoDoc, fields.serie].filter(Boolean).join(' ');
  return [localTime(at), operation ?? 'unknown request', series, `by ${user ?? 'nobody'}:`, String(code)]
    .filter(Boolean)
    .join(' ');
}

function say(text: string): void {
  process.stdout.write(text);
}
