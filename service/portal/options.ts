/** Command line and environment of the portal alone. */
import path from 'node:path';
import { parseOptions, UsageError } from '../command-line.ts';
import { Proxies } from './api/proxies.ts';
import { portalFolder } from './place.ts';
import { PORTAL_PORT } from './server.ts';

/** What the portal was asked to do. */
export interface PortalOptions {
  /** Folder of the portal's own data. */
  folder: string;
  databaseUrl: string | undefined;
  port: number;
  host: string | undefined;
  publicUrl: string | undefined;
  bootstrapKey: string | undefined;
  proxies: Proxies | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
}

/** Text of `--help`. */
export const PORTAL_HELP = `Usage: npm run portal -- [options]

  --data-root DIR     where the portal keeps its data (TILLMARK_DATA_ROOT)
  --port N            port to listen on (TILLMARK_PORTAL_PORT; default ${PORTAL_PORT})
  --host ADDRESS      address to listen on (TILLMARK_PORTAL_HOST; default: this machine only)
  --public-url URL    address of the page as people reach it, for links in mails (TILLMARK_PORTAL_URL)
  --help              this text

DATABASE_URL=postgres://... uses PostgreSQL instead of a file in the data root.
TILLMARK_PORTAL_BOOTSTRAP_KEY=KEY creates organization 2 with that key at the first start.
TILLMARK_SMTP_URL=smtp://... sends mails; without it they are put into the folder mail.
TILLMARK_MAIL_FROM="Tillmark <portal@example.com>" is their sender.
TILLMARK_PORTAL_PROXIES=ADDRESSES of proxies in front, with commas; default with --public-url: this machine.
`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a port.
 * @throws UsageError
 */
function readPort(text: string, option: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new UsageError(`${option} must be a number from 0 to 65535, not ${text}`);
  }
  return Number(text);
}

/** What only the environment says. */
export function environmentOf(env: Environment) {
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError('DATABASE_URL must begin with postgres://');
  }
  const smtpUrl = env.TILLMARK_SMTP_URL || undefined;
  if (smtpUrl !== undefined && !(/^smtps?:\/\/./i.test(smtpUrl) && URL.canParse(smtpUrl))) {
    throw new UsageError('TILLMARK_SMTP_URL must be like smtp://user:password@host:587');
  }
  const mailFrom = env.TILLMARK_MAIL_FROM || undefined;
  if (mailFrom !== undefined && !/^[^\r\n@]*[^\s@<]@[^\s@>]+>?$/.test(mailFrom)) {
    throw new UsageError('TILLMARK_MAIL_FROM must be an address such as Tillmark <portal@example.com>');
  }
  const proxies = proxiesOf(env.TILLMARK_PORTAL_PROXIES || undefined);
  const bootstrapKey = env.TILLMARK_PORTAL_BOOTSTRAP_KEY || undefined;
  return { databaseUrl, bootstrapKey, smtpUrl, mailFrom, proxies };
}

function proxiesOf(text: string | undefined): Proxies | undefined {
  try {
    return text === undefined ? undefined : new Proxies(text.split(',').map((place) => place.trim()));
  } catch (error) {
    throw new UsageError(`TILLMARK_PORTAL_PROXIES: ${(error as Error).message}`);
  }
}

/**
 * Reads options; the command line wins over the environment.
 * @throws UsageError
 */
export function readPortalOptions(
  args: readonly string[],
  env: Environment,
  defaultRoot: string,
): PortalOptions | 'help' {
  const values = parseOptions(args, {
    'data-root': { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    'public-url': { type: 'string' },
    help: { type: 'boolean' },
  });
  if (values.help) return 'help';
  const dataRoot = path.resolve(values['data-root'] ?? (env.TILLMARK_DATA_ROOT || defaultRoot));
  return {
    ...environmentOf(env),
    folder: portalFolder(dataRoot),
    port: readPort(values.port ?? (env.TILLMARK_PORTAL_PORT || String(PORTAL_PORT)), '--port'),
    host: values.host ?? (env.TILLMARK_PORTAL_HOST || undefined),
    publicUrl: publicUrlOf(values['public-url'] ?? (env.TILLMARK_PORTAL_URL || undefined)),
  };
}

/**
 * An address without a slash at its end.
 * @throws UsageError
 */
function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`--public-url must be an address such as https://portal.example, not ${text}`);
  }
  return text.replace(/(?<!\/)\/+$/, '');
}
