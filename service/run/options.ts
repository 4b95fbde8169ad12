/** Command line and environment of the service. */
import os from 'node:os';
import path from 'node:path';
import { isLocalHost } from '../access/caller.ts';
import { defaultDataRoot } from './data-root.ts';
import { DEMO_COUNTRIES, DEMO_DEVICES, isDemoCountry, type DemoCountry } from '../demo/countries.ts';
import type { InstanceOptions } from '../instances/instances.ts';
import { LEAST_KEY } from '../instances/key.ts';
import { defaultStateFolder } from '../mark/place.ts';
import { journalUrl, parseOptions, UsageError } from '../command-line.ts';
import type { PortalWish } from './portal-process.ts';

/** Exit codes; the start script and the desktop shell know them too. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  portTaken: 3,
  notWritable: 4,
  inUse: 5,
  demoOnExisting: 6,
} as const;

/** What the service was asked to do. */
export interface Options {
  dataRoot: string;
  /** Folder outside of all data roots for the marks of how far each has come; undefined: no marks are kept. */
  stateDir?: string | undefined;
  port: number;
  /** Address to listen on; undefined: this machine only, IPv4 and IPv6. */
  host: string | undefined;
  /** Country to show with made-up data. */
  demo: DemoCountry | undefined;
  /** The emulated device of the demo (`--demo IT/custom-fp`); missing: the usual one. */
  demoDevice?: string;
  /** Of a cloud register: address of its portal, without a slash at the end. */
  cloud?: string | undefined;
  /** Its own address, as the portal's list of cloud registers has it. */
  cloudAddress?: string | undefined;
  /** Of one of several instances of a cloud register: its journal on PostgreSQL. */
  journal?: InstanceOptions | undefined;
  /** The portal to start beside; undefined: none. */
  portal?: PortalWish | undefined;
}

const DEFAULT_PORT = 5618;
const DEFAULT_INSTANCE = '127.0.0.1:0';
const DEFAULT_PORTAL_PORT = 5619;

/** Text of `--help`. */
export const HELP = `Usage: npm start -- [options]

  --data-root DIR   where journal, keys and settings live
                    (TILLMARK_DATA_ROOT; default ${defaultDataRoot()})
  --state-dir DIR   where to note, outside of the data root, how far its registers have come
                    (TILLMARK_STATE_DIR; default ${defaultStateFolder()})
  --port N          port to listen on, 0 for any free one
                    (TILLMARK_PORT; default ${DEFAULT_PORT})
  --host ADDRESS    address to listen on (TILLMARK_HOST; default: this machine only)
  --headless        no window, only the service (TILLMARK_HEADLESS=1)
  --demo COUNTRY    show a made-up company with receipts in a new data root: ${DEMO_COUNTRIES.join(', ')},
                    or with one of its devices: ${demoDevices()}
                    (TILLMARK_DEMO; default data root: a fresh temporary folder)
  --portal-port N   port of the portal, which is started, too; 0 for any free one
                    (TILLMARK_PORTAL_PORT; default ${DEFAULT_PORTAL_PORT})
  --no-portal       the register alone (TILLMARK_NO_PORTAL=1)
  --cloud URL       a cloud register for tills with access tokens of the portal at URL (TILLMARK_CLOUD)
  --cloud-address URL
                    where tills reach this cloud register, as in the portal's list; then tokens for
                    another one are refused (TILLMARK_CLOUD_ADDRESS)
  --instance-address HOST:PORT
                    where other instances of the cloud register reach this one, port 0 for any free one
                    (TILLMARK_INSTANCE_ADDRESS; default ${DEFAULT_INSTANCE}: this machine only)
  --help            this text
  --version         the version

Environment only, because they are secret:
  TILLMARK_JOURNAL_URL   postgres://... the journal of a cloud register, which several instances share;
                         without it the journal is a file of the data root
  TILLMARK_INSTANCE_KEY  secret of ${LEAST_KEY} characters or more that these instances have in common

Exit codes: 0 stopped as asked, 1 failure, 2 wrong option, 3 port taken,
4 data root not writable, 5 data root in use by another Tillmark,
6 --demo on existing data.
`;

/** Demos with devices to choose from. */
function demoDevices(): string {
  return Object.entries(DEMO_DEVICES)
    .flatMap(([country, names]) => names.map((name) => `${country}/${name}`))
    .join(', ');
}

/** Reads `--demo`: a country, with a device of it where there are several. @throws UsageError */
function demoWish(text: string | undefined): Pick<Options, 'demo' | 'demoDevice'> {
  if (text === undefined) return { demo: undefined };
  const [country = '', ...rest] = text.split('/');
  const demo = country.toUpperCase();
  if (!isDemoCountry(demo)) throw new UsageError(`--demo knows ${DEMO_COUNTRIES.join(', ')}, not ${demo}`);
  if (rest.length === 0) return { demo };
  const demoDevice = rest.join('/').toLowerCase();
  const known: readonly string[] = DEMO_DEVICES[demo] ?? [];
  if (known.includes(demoDevice)) return { demo, demoDevice };
  const names = known.map((name) => `${demo}/${name}`).join(', ');
  throw new UsageError(names === '' ? `--demo ${demo} has no devices` : `--demo knows ${names}, not ${text}`);
}

/**
 * Reads options; the command line wins over the environment.
 * @throws UsageError
 */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | 'help' | 'version' {
  const values = parseOptions(args, {
    'data-root': { type: 'string' },
    'state-dir': { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    demo: { type: 'string' },
    cloud: { type: 'string' },
    'cloud-address': { type: 'string' },
    'instance-address': { type: 'string' },
    'portal-port': { type: 'string' },
    'no-portal': { type: 'boolean' },
    headless: { type: 'boolean' },
    help: { type: 'boolean' },
    version: { type: 'boolean' },
  });
  if (values.help) return 'help';
  if (values.version) return 'version';
  const text = (value: string | undefined, variable: string) => value ?? (env[variable] || undefined);
  const { demo, demoDevice } = demoWish(text(values.demo, 'TILLMARK_DEMO'));
  const dataRoot = text(values['data-root'], 'TILLMARK_DATA_ROOT');
  const cloud = text(values.cloud, 'TILLMARK_CLOUD');
  const cloudAddress = text(values['cloud-address'], 'TILLMARK_CLOUD_ADDRESS');
  if (cloudAddress !== undefined && cloud === undefined) {
    throw new UsageError('--cloud-address is for cloud registers: it needs --cloud');
  }
  const stateDir = text(values['state-dir'], 'TILLMARK_STATE_DIR') ?? defaultStateFolder();
  return {
    // What a demo sells is made up.
    ...(demo === undefined && { stateDir: path.resolve(stateDir) }),
    dataRoot: path.resolve(dataRoot ?? (demo === undefined ? defaultDataRoot() : demoDataRoot())),
    port: readPort(text(values.port, 'TILLMARK_PORT'), '--port', DEFAULT_PORT),
    host: text(values.host, 'TILLMARK_HOST'),
    demo,
    ...(demoDevice !== undefined && { demoDevice }),
    ...(cloud !== undefined && { cloud: safeAddress(cloud, '--cloud', 'the address of the portal') }),
    ...(cloudAddress !== undefined && {
      cloudAddress: safeAddress(cloudAddress, '--cloud-address', 'the public address of this cloud register'),
    }),
    ...instanceOptions(text(values['instance-address'], 'TILLMARK_INSTANCE_ADDRESS'), env),
    portal: portalWish(values, env),
  };
}

function readPort(text: string | undefined, option: string, usual: number): number {
  if (text === undefined) return usual;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`${option} must be a number from 0 to 65535, not ${text}`);
}

/** A cloud register has a portal elsewhere: it starts one only where it is told to. */
function portalWish(
  values: Partial<Record<'portal-port' | 'cloud', string> & Record<'no-portal', boolean>>,
  env: Readonly<Record<string, string | undefined>>,
): PortalWish | undefined {
  const asked = values['portal-port'] ?? (env.TILLMARK_PORTAL_PORT || undefined);
  const port = readPort(asked, '--portal-port', DEFAULT_PORTAL_PORT);
  const isUnwanted =
    values['no-portal'] ?? (values['portal-port'] === undefined && isSet(env.TILLMARK_NO_PORTAL));
  const isElsewhere = (values.cloud ?? (env.TILLMARK_CLOUD || undefined)) !== undefined;
  return isUnwanted || (isElsewhere && asked === undefined) ? undefined : { port };
}

/** A journal on PostgreSQL is shared: whoever has it has to prove that to the others. */
function instanceOptions(
  address = DEFAULT_INSTANCE,
  { TILLMARK_JOURNAL_URL: url, TILLMARK_INSTANCE_KEY: secret }: Readonly<Record<string, string | undefined>>,
): Pick<Options, 'journal'> {
  if (!url) return {};
  if (!secret || secret.length < LEAST_KEY) {
    throw new UsageError(
      `TILLMARK_JOURNAL_URL needs TILLMARK_INSTANCE_KEY, a secret of ${LEAST_KEY} characters or more that is the same for all instances`,
    );
  }
  const m = /^(?:\[([0-9a-f:]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(address);
  const port = Number(m?.[3]);
  if (!m || port > 65_535) throw new UsageError(`--instance-address must be HOST:PORT, not ${address}`);
  return { journal: { url: journalUrl(url), secret, place: { host: m[1] ?? m[2]!, port } } };
}

function isSet(flag: string | undefined): boolean {
  return flag !== undefined && flag !== '' && flag !== '0';
}

/** Secrets of tills go there: without encryption only on this machine. */
function safeAddress(text: string, option: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalHost(url.host));
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url && isSafe && isPlain) return url.href.replace(/(?<!\/)\/+$/, '');
  throw new UsageError(
    `${option} must be ${what}, such as https://host.example (http: on this machine only), without user, query or fragment`,
  );
}

/** A demo without a data root leaves nothing behind that could be taken for real data. */
function demoDataRoot(): string {
  return path.join(os.tmpdir(), `tillmark-demo-${process.pid}-${Date.now().toString(36)}`);
}
