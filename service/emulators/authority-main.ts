/** What the command lines of emulated authorities have in common: options, kept keys, and commands on the standard input. */
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readKeyFile } from '../certificates/read.ts';
import { localTime, systemClock } from '../clock.ts';
import type { AuthorityKeys, IssuedKey, KeyWithCertificate } from './authority-keys.ts';
import { commandList, obey, type Commands } from './commands.ts';

/** What an emulator's command line offers. */
interface Offer {
  name: string;
  /** Standard port. */
  port: number;
  /** The option that names companies. */
  company: { option: string; what: string; standard: string; form: RegExp };
  /** Standard folder. */
  folder: string;
}

/** What was asked for. */
export interface AuthorityOptions {
  port: number;
  companies: string[];
  folder: string;
}

/** What an emulator has to be able to do for its command line. */
export interface AuthorityEmulator {
  url: string;
  ca: string;
  issue(company: string): Promise<IssuedKey>;
  know(key: KeyWithCertificate): void;
  stop(): Promise<void>;
}

/** An emulator's own part. */
interface Authority<T extends AuthorityEmulator> {
  title: string;
  commands: Commands<T>;
  makeKeys: () => Promise<AuthorityKeys>;
  start: (keys: AuthorityKeys, say: (line: string) => void) => Promise<T>;
}

const PASSWORD = 'Emulator1';

/** Reads the command line; null when help or a complaint was all. */
export function readAuthorityOptions({ name, port, company, folder }: Offer): AuthorityOptions | null {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      port: { type: 'string', default: String(port) },
      [company.option]: { type: 'string', multiple: true, default: [company.standard] },
      out: { type: 'string', default: folder },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help === true) {
    say(`Usage: npm run emulate -- ${name} [options]

  --port N   port on this machine (${port})
  --${company.option} NO   ${company.what} (${company.standard}), may be repeated
  --out DIR  where keys and certificates are written and found again (${folder})
`);
    return null;
  }
  const companies = values[company.option] as string[];
  const wrong = companies.find((one) => !company.form.test(one));
  if (!/^\d{1,5}$/.test(String(values.port)) || Number(values.port) > 65_535)
    return complain('--port must be a number from 0 to 65535');
  if (wrong !== undefined) return complain(`--${company.option} ${wrong} is none`);
  return { port: Number(values.port), companies, folder: String(values.out) };
}

/** Runs an emulator until it is stopped. */
export async function runAuthority<T extends AuthorityEmulator>(
  { companies, folder }: AuthorityOptions,
  { title, commands, makeKeys, start }: Authority<T>,
): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string | Buffer) =>
    fs.writeFileSync(path.join(folder, name), content, { mode: 0o600 });
  const kept = path.join(folder, 'keys.json');
  if (!fs.existsSync(kept)) write('keys.json', JSON.stringify(await makeKeys()));
  const keys = JSON.parse(fs.readFileSync(kept, 'utf8')) as AuthorityKeys;
  const emulator = await start(keys, (line) => say(`${localTime(systemClock.now())} ${line}\n`));
  write('ca.pem', emulator.ca);
  for (const company of companies) {
    const file = path.join(folder, `${company}.p12`);
    const known = fs.existsSync(file) ? await readKeyFile(fs.readFileSync(file), PASSWORD) : null;
    if (known && 'key' in known && known.certificate.validToDate.getTime() > systemClock.now())
      emulator.know(known);
    else write(`${company}.p12`, (await emulator.issue(company)).pkcs12);
  }
  const input = createInterface({ input: process.stdin });
  input.on('line', (text) => say(obey(commands, emulator, text)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      input.close();
      process.stdin.destroy();
      void emulator.stop();
    });
  }
  const file = (name: string) => path.resolve(folder, name);
  say(`${title}.

  address           ${emulator.url}
  trusted           ${file('ca.pem')}
${companies.map((company) => `  key of ${company}   ${file(`${company}.p12`)}\n`).join('')}  password of keys  ${PASSWORD}

Receipts are kept until it stops. Stop with Ctrl+C. Commands:
${commandList(commands)}`);
}

function complain(text: string): null {
  process.stderr.write(`${text}\n`);
  process.exitCode = 2;
  return null;
}

function say(text: string): void {
  process.stdout.write(text);
}
