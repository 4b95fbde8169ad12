/** A portal that listens: what `npm start` has beside the register, and `npm run portal` alone. */
import path from 'node:path';
import fs from 'node:fs/promises';
import type { SteadyClock } from '../clock.ts';
import { isForOthers, listen, type RunningServer } from '../http/door/listen.ts';
import type { Log } from '../log.ts';
import { folderTransport, smtpTransport, type Transport } from './mail/transport.ts';
import { Proxies, THIS_MACHINE } from './api/proxies.ts';
import { databasePlace } from './place.ts';
import { Portal } from './portal.ts';

/** How to run a portal. */
export interface PortalStart {
  /** Folder for what the portal keeps besides a PostgreSQL database. */
  folder: string;
  /** `postgres://` URL; undefined: an SQLite database in the folder. */
  databaseUrl: string | undefined;
  /** 0 for any free one. */
  port: number;
  /** Address to listen on; undefined: this machine only. */
  host: string | undefined;
  /** Address under which people reach the page; undefined: where it listens. */
  publicUrl: string | undefined;
  /** What stands in front; undefined: with a public address, this machine. */
  proxies?: Proxies | undefined;
  /** Whether becoming the first administrator takes a code; by default when others than this machine can connect. */
  asksSetUpCode?: boolean;
  /** Key that creates organization 2 at the first start (answer 30). */
  bootstrapKey: string | undefined;
  /** `smtp://` URL of the mail server; undefined: mails are written into the folder `mail`. */
  smtpUrl?: string | undefined;
  /** Sender of mails, an address with or without a name in front. */
  mailFrom?: string | undefined;
  /** Awaited when the database is open, before it listens. */
  beforeListening?: () => Promise<void>;
  /** Folder of the built pages. */
  pages: string;
  clock: SteadyClock;
  log: Log;
}

/** A running portal. */
export interface PortalServer {
  portal: Portal;
  /** `http://localhost:5619`. */
  url: string;
  port: number;
  /** The code that becoming the first administrator takes; null when it takes none, or there is one. */
  setUpCode: string | null;
  /** Finishes what is in work. */
  stop(): Promise<void>;
}

/** Port of the portal where none is asked for. */
export const PORTAL_PORT = 5619;

/** Without a public address nothing stands in front, and nobody is believed to. */
function proxiesOf({ proxies, publicUrl }: PortalStart): Proxies {
  return proxies ?? new Proxies(publicUrl === undefined ? [] : THIS_MACHINE);
}

/** How the portal's mails are sent. */
function transportOf({ folder, smtpUrl, mailFrom, publicUrl, log }: PortalStart): Transport {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  const from = mailFrom ?? `Tillmark <no-reply@${host}>`;
  if (smtpUrl !== undefined) return smtpTransport(smtpUrl, from);
  const mails = path.join(folder, 'mail');
  log.info(`without TILLMARK_SMTP_URL the portal puts its mails into ${mails}`);
  return folderTransport(mails, from);
}

/**
 * Opens a portal and listens.
 * @throws errors of the database, and of a port that is taken
 */
export async function startPortal(start: PortalStart): Promise<PortalServer> {
  const { folder, clock, log } = start;
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  let listening: RunningServer | null = null;
  const isLocal = !isForOthers(start.host);
  const portal = await Portal.open({
    ...{ clock, log, pages: start.pages, bootstrapKey: start.bootstrapKey ?? null },
    database: databasePlace(folder, start.databaseUrl),
    publicUrl: () => start.publicUrl ?? listening?.url ?? '',
    transport: transportOf(start),
    site: { publicUrl: start.publicUrl ?? null, isLocal, proxies: proxiesOf(start) },
    asksSetUpCode: start.asksSetUpCode ?? (!isLocal || start.publicUrl !== undefined),
  });
  let setUpCode: string | null;
  try {
    setUpCode = await portal.setUpCode();
    await start.beforeListening?.();
    listening = await listen(portal.app, {
      ...{ host: start.host, port: start.port, ipv4: false, tls: null },
      // Everything but the page itself asks for credentials.
      admitsOthers: () => true,
    });
  } catch (error) {
    await portal.close();
    throw error;
  }
  const server = listening;
  if (setUpCode !== null) log.info(`set the portal up on its page with the code ${setUpCode}`);
  portal.start();
  return {
    portal,
    url: server.url,
    port: server.port,
    setUpCode,
    async stop() {
      await server.close();
      await portal.close();
    },
  };
}
