import type { Target } from './service/probe.ts';

/** Options of the service that the shell passes through. Everything else on its command line is Chromium's. */
const PASSED = [
  '--data-root',
  '--state-dir',
  '--port',
  '--host',
  '--demo',
  '--cloud',
  '--cloud-address',
  '--instance-address',
  '--portal-port',
];

/** Those that take no value. */
const FLAGS = ['--no-portal'];

/** Tells a shell that the system has started it: nobody has asked to see a window. */
export const IN_BACKGROUND = '--in-background';
/** Where updates are looked for: for the shell alone. */
const UPDATE_FEED = '--update-feed';

/** What the shell takes from its command line and environment. */
export interface ShellOptions {
  /** For the service, as given. The service checks them: the shell has no second opinion. */
  serviceArgs: string[];
  /** Where to look for a register that is already running; null if the port is left to the system. */
  target: Target | null;
  /** Where updates of the program are looked for; null where nobody says. */
  updateFeed: string | null;
  /** Started without options and variables that say where and how to sell: whoever starts it next can leave them out. */
  isPlain: boolean;
  /** The system has started the shell when its user signed in. */
  inBackground: boolean;
}

/** Reads the options; an argument wins over `TILLMARK_PORT` and `TILLMARK_HOST`. */
export function readOptions(argv: string[], env: NodeJS.ProcessEnv): ShellOptions {
  const given = new Map<string, string | null>();
  // Behind two dashes comes what the system passes on, such as a link: never an option.
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  for (let i = 0; i < own.length; i += 1) {
    const argument = own[i] ?? '';
    const [name = '', ...rest] = argument.split('=');
    if (FLAGS.includes(argument)) given.set(name, null);
    if (!PASSED.includes(name) && name !== UPDATE_FEED) continue;
    const next = own[i + 1];
    if (rest.length > 0) given.set(name, rest.join('='));
    else if (next !== undefined && !next.startsWith('--')) {
      given.set(name, next);
      i += 1;
    } else given.set(name, null);
  }
  const updateFeed = given.has(UPDATE_FEED) ? (given.get(UPDATE_FEED) ?? 'off') : env['TILLMARK_UPDATE_FEED'];
  given.delete(UPDATE_FEED);
  const serviceArgs = [...given].flatMap(([name, value]) => (value === null ? [name] : [name, value]));
  const port = Number(given.get('--port') ?? (env['TILLMARK_PORT'] || '5618'));
  const host = given.get('--host') ?? env['TILLMARK_HOST'] ?? '';
  const listening = Number.isInteger(port) && port > 0 && port < 65536;
  return {
    serviceArgs,
    target: listening ? { host: reachable(host), port } : null,
    updateFeed: updateFeed ?? null,
    isPlain: isPlain(own, env),
    inBackground: own.includes(IN_BACKGROUND),
  };
}

/** Options of Chromium count as well: one of them names the folder of the user's data. */
function isPlain(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const isSet = (name: string): boolean => name.startsWith('TILLMARK_') && name !== 'TILLMARK_UPDATE_FEED';
  return (
    argv.every((argument) => !argument.startsWith('--') || argument === IN_BACKGROUND) &&
    !Object.keys(env).some(isSet)
  );
}

/** An address to connect to: a wildcard is for listening only. `localhost` covers IPv4 and IPv6. */
function reachable(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return ['', '0.0.0.0', '::', '*'].includes(bare) ? 'localhost' : bare;
}
