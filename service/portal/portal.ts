/** The portal as a whole: opens its database, answers, and does what becomes due. */
import type { Express } from 'express';
import type { SteadyClock } from '../clock.ts';
import { InvoiceDocuments } from '../e-invoicing/documents.ts';
import { apiDocsRoutes } from '../http/docs/api-docs.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../version.ts';
import { forgetCountedInvitations } from './access/invitation-limits.ts';
import { PasswordChecks } from './access/password-checks.ts';
import { removeExpiredResets } from './access/password-reset.ts';
import { DatabaseSessions, removeEndedSessions } from './access/sessions.ts';
import { needsSetUp, setUpCode } from './access/set-up.ts';
import { bootstrap } from './bootstrap.ts';
import { portalApp } from './api/app.ts';
import { archiveRoutes } from './api/archive.ts';
import { operationRoutes } from './api/dispatch.ts';
import { archiveKeyRoutes } from './api/archive-key.ts';
import { tokenRoutes } from './api/token.ts';
import { unsubscribeRoutes } from './api/unsubscribe.ts';
import { receiptRoutes } from './api/receipts.ts';
import { recorderRoutes } from './api/recorder.ts';
import type { Site } from './api/site.ts';
import { countOlderRecords } from './archive/day-totals.ts';
import { Database } from './database/database.ts';
import { deactivateDue } from './entities/deactivation.ts';
import { OPERATIONS } from './operations/list.ts';
import { Outbox } from './mail/outbox.ts';
import type { Transport } from './mail/transport.ts';
import { writeNotificationMails } from './notification-mails/due.ts';
import { portalOpenApi } from './openapi/document.ts';
import type { PortalServices } from './services.ts';
import { noticeSilent } from './registers/contact.ts';
import { endDueLicenses } from './registers/licenses.ts';
import { removeOldNotifications } from './registers/notifications.ts';
import { removeExpiredTokens } from './tokens/refresh-tokens.ts';

/** How often the portal looks for what has become due. */
const TICK_MS = 30_000;

/**
 * Work that becomes due; each piece is safe to run in several processes at once, short, and answers true
 * when there is more of it.
 */
const DUE: readonly ((db: Database, now: number) => Promise<boolean | void>)[] = [
  deactivateDue,
  removeEndedSessions,
  removeExpiredResets,
  removeExpiredTokens,
  forgetCountedInvitations,
  noticeSilent,
  endDueLicenses,
  removeOldNotifications,
  writeNotificationMails,
  countOlderRecords,
];

/** What a portal is opened with. */
export interface PortalParts {
  /** A `postgres://` URL, or the file of an SQLite database. */
  database: string;
  clock: SteadyClock;
  log: Log;
  /** Folder of the built pages; null: no page. */
  pages: string | null;
  /** Key that creates organization 2 at the first start (answer 30). */
  bootstrapKey: string | null;
  publicUrl: () => string;
  transport: Transport;
  site: Site;
  /** Whether becoming the first administrator takes a code. */
  asksSetUpCode: boolean;
}

/** A portal that answers. */
export class Portal {
  readonly services: PortalServices;
  readonly app: Express;
  private timer: NodeJS.Timeout | null = null;
  private ticking: Promise<void> = Promise.resolve();
  private isClosing = false;

  private constructor(services: PortalServices, pages: string | null) {
    this.services = services;
    this.app = portalApp({
      routers: [
        apiDocsRoutes(portalOpenApi(OPERATIONS), VERSION, false),
        tokenRoutes(services),
        archiveKeyRoutes(services),
        operationRoutes(OPERATIONS, services),
        recorderRoutes(services),
        archiveRoutes(services),
        receiptRoutes(services),
        unsubscribeRoutes(services),
      ],
      pages,
      log: services.log,
    });
  }

  /** Opens the database and creates what the first start needs. */
  static async open({ database, pages, bootstrapKey, transport, ...parts }: PortalParts): Promise<Portal> {
    const db = await Database.open(database);
    const sessions = new DatabaseSessions(db, parts.clock);
    const passwords = new PasswordChecks(parts.clock);
    const outbox = new Outbox({ ...parts, db, transport });
    const invoices = new InvoiceDocuments();
    const services: PortalServices = { ...parts, db, sessions, passwords, outbox, invoices };
    if (bootstrapKey !== null) await bootstrap(services, bootstrapKey);
    return new Portal(services, pages);
  }

  /** The code that becoming the first administrator takes; null when it takes none, or there is one. */
  async setUpCode(): Promise<string | null> {
    const { db, asksSetUpCode } = this.services;
    return asksSetUpCode && (await needsSetUp(db)) ? db.write(setUpCode) : null;
  }

  /** Begins to do what becomes due. */
  start(): void {
    this.timer = setInterval(() => void this.tick(), TICK_MS).unref();
    void this.tick();
  }

  /** Does what has become due by now. */
  async tick(): Promise<void> {
    const { db, clock, log, outbox } = this.services;
    outbox.wake();
    this.ticking = this.ticking.then(async () => {
      for (const work of DUE) {
        const isMore = () =>
          work(db, clock.now()).catch((error: unknown) =>
            log.error('the portal could not do what was due', error),
          );
        while (!this.isClosing && (await isMore()) === true);
      }
    });
    await this.ticking;
    outbox.wake();
  }

  /** Ends what is due work and closes the database. */
  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.isClosing = true;
    await this.ticking;
    await this.services.outbox.close();
    await this.services.invoices.close();
    await this.services.db.close();
  }
}
