/** What the portal's operations are given besides the database. */
import type { SteadyClock } from '../clock.ts';
import type { InvoiceDocuments } from '../e-invoicing/documents.ts';
import type { Log } from '../log.ts';
import type { PasswordChecks } from './access/password-checks.ts';
import type { Sessions } from './access/sessions.ts';
import type { Site } from './api/site.ts';
import type { Database } from './database/database.ts';
import type { Outbox } from './mail/outbox.ts';

/** See above. */
export interface PortalServices {
  db: Database;
  clock: SteadyClock;
  log: Log;
  sessions: Sessions;
  passwords: PasswordChecks;
  outbox: Outbox;
  /** Makes PDF files of archived e-invoices. */
  invoices: InvoiceDocuments;
  site: Site;
  /** Whether becoming the first administrator takes the code that the log tells. */
  asksSetUpCode: boolean;
  /** Address of the portal's page as people reach it, without a slash at the end; for links in mails. */
  publicUrl: () => string;
}
