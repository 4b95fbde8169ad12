/**
 * Mails that are to be sent: written down in the transaction that wants them,
 * so that none is sent for what did not happen and none is lost with a crash,
 * and sent afterwards by whichever process takes one first.
 */
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Language } from '../../locales.ts';
import type { Database, Transaction } from '../database/database.ts';
import { notificationMail, type NotificationMail } from '../notification-mails/message.ts';
import { type MailContent, mailText } from './message.ts';
import type { Mail, Transport } from './transport.ts';

/** A mail as it is kept until it is sent. */
interface MailRow {
  id: number;
  recipient: string;
  kind: string;
  language: Language;
  parameters: string;
  created_at: number;
  due_at: number;
  useless_at: number;
  tries: number;
}

/** What is to be sent to whom. */
export interface NewMail {
  /** Address; null: nobody, so that it takes as long as for somebody. */
  to: string | null;
  language: Language;
  content: MailContent | ({ kind: 'notifications' } & NotificationMail);
  /** When its link ends, or it is of no use any more; it is not tried any more then. Milliseconds since 1970. */
  uselessAt: number;
}

/** Whoever takes a mail has so long for it, more than all waits of a connection; then another one tries. */
const LEASE_MS = 15 * 60_000;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;
/** A server that refuses these for good will not take the mail an hour later; all else may be set right. */
const FINAL_COMMANDS = ['RCPT TO', 'DATA'];

/** What went wrong with an SMTP server. */
interface SendError {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** How long closing waits for the mail that is being sent. */
const CLOSE_MS = 3000;

/** Writes a mail down. It is sent when the transaction is through and {@link Outbox.wake} was called. */
export async function queueMail(db: Transaction, mail: NewMail, now: number): Promise<void> {
  const { kind, ...parameters } = mail.content;
  await db.run(
    `INSERT INTO mails (id, recipient, kind, language, parameters, created_at, due_at, useless_at, tries)
      VALUES ($id, $recipient, $kind, $language, $parameters, $now, $now, $uselessAt, 0)`,
    {
      id: await db.nextId('row_ids'),
      recipient: mail.to ?? '',
      kind,
      language: mail.language,
      parameters: JSON.stringify(parameters),
      now,
      uselessAt: mail.uselessAt,
    },
  );
}

/** What the outbox is made of. */
export interface OutboxParts {
  db: Database;
  clock: Clock;
  log: Log;
  transport: Transport;
  publicUrl: () => string;
}

/** Sends what was written down. */
export class Outbox {
  private readonly parts: OutboxParts;
  private sending: Promise<void> | null = null;
  private again = false;
  private closed = false;

  constructor(parts: OutboxParts) {
    this.parts = parts;
  }

  /** The folder that mails lie in until somebody delivers them; null where a server does. */
  get folder(): string | null {
    return this.parts.transport.folder ?? null;
  }

  /** There may be something to send now. */
  wake(): void {
    if (this.closed) return;
    this.again = true;
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
  }

  /** Resolves when everything that was due is sent or put off. */
  async idle(): Promise<void> {
    await this.sending;
  }

  /** Sends nothing more; what is left is for the next start. */
  async close(): Promise<void> {
    this.closed = true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([this.sending, late]);
    clearTimeout(timer);
  }

  private async sendAll(): Promise<void> {
    try {
      while (this.again && !this.closed) {
        this.again = false;
        while (!this.closed && (await this.sendNext()));
      }
    } catch (error) {
      this.parts.log.error('the portal could not look for mails to send', error);
    }
  }

  /** @returns false when nothing is due */
  private async sendNext(): Promise<boolean> {
    const { db, clock, log } = this.parts;
    const now = clock.now();
    // One that is due later than any wait was put off by a clock that has been put back since.
    const [mail] = await db.select<MailRow>(
      'SELECT * FROM mails WHERE due_at <= $now OR due_at > $late ORDER BY due_at, id LIMIT 1',
      { now, late: now + LONGEST_WAIT_MS },
    );
    if (!mail) return false;
    // Another process may have been quicker.
    const [taken] = await db.write((transaction) =>
      transaction.select(
        'UPDATE mails SET due_at = $lease, tries = tries + 1 WHERE id = $id AND due_at = $due RETURNING id',
        { lease: now + LEASE_MS, id: mail.id, due: mail.due_at },
      ),
    );
    if (!taken) return true;
    if (mail.recipient === '') {
      await this.remove(mail);
    } else if (mail.useless_at <= now) {
      log.warn(`mail ${mail.id} (${mail.kind}) was not sent in time: it is given up`);
      await this.remove(mail);
    } else {
      await this.send(mail);
    }
    return true;
  }

  private async send(mail: MailRow): Promise<void> {
    const { transport, clock, db, log } = this.parts;
    const message = await this.message(mail);
    // There is nothing to tell any more, or its reader may not know it any more.
    if (message === null) return this.remove(mail);
    const id = `${mail.kind}-${mail.id}-${mail.created_at}`;
    try {
      await transport.send({ ...message, id, to: mail.recipient, date: mail.created_at });
    } catch (error) {
      // Answers of servers repeat addresses, so that only their numbers are for the log.
      const { code, command, responseCode } = error as SendError;
      const reason = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
      const isFinal = (responseCode ?? 0) >= 500 && FINAL_COMMANDS.includes(command ?? '');
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** mail.tries);
      const what = isFinal ? 'it is given up' : `it is tried again in ${Math.round(wait / 60_000)} min`;
      log.warn(`mail ${mail.id} (${mail.kind}) was not taken by ${transport.place}: ${reason}; ${what}`);
      if (isFinal) return this.remove(mail);
      return db.run('UPDATE mails SET due_at = $due WHERE id = $id', {
        due: clock.now() + wait,
        id: mail.id,
      });
    }
    log.info(`mail ${mail.id} (${mail.kind}) went to ${transport.place}`);
    await this.remove(mail);
  }

  private async message(mail: MailRow): Promise<Omit<Mail, 'id' | 'to' | 'date'> | null> {
    const { db, publicUrl } = this.parts;
    const parameters = JSON.parse(mail.parameters) as object;
    if (mail.kind === 'notifications')
      return notificationMail(db, parameters as NotificationMail, publicUrl());
    const content = { kind: mail.kind, ...parameters } as MailContent;
    return mailText(content, mail.language, publicUrl(), mail.useless_at);
  }

  private remove({ id }: MailRow): Promise<void> {
    return this.parts.db.run('DELETE FROM mails WHERE id = $id', { id });
  }
}
