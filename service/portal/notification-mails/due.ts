/**
 * Writes mails about notifications down when they are due. Safe to run in several processes at once: whoever writes
 * a mail down has locked the row of its reader, and moves its time on in the same transaction.
 */
import type { Database, Transaction } from '../database/database.ts';
import { idsOf } from '../entities/entity.ts';
import { queueMail } from '../mail/outbox.ts';
import { HOLD_MS } from '../registers/notifications.ts';
import type { Language } from '../../locales.ts';
import { type MailChoiceRow, nextMail } from './choices.ts';

/** Between two mails about errors to one person. */
const PAUSE_MS = 15 * 60_000;
/** Rows that are looked at in one transaction. */
const BATCH = 100;
const HOUR_MS = 3_600_000;
/** Nothing is due later: such a time is of a clock that was put back since. */
const LATEST_MS = 8 * 24 * HOUR_MS;
/** A mail that could not be sent for so long is not sent any more: the next one tells what still goes on. */
const USELESS_MS = { errors: 24 * HOUR_MS, daily: 20 * HOUR_MS, weekly: 3 * 24 * HOUR_MS } as const;

/** See above. @returns true when there may be more to do */
export async function writeNotificationMails(db: Database, now: number): Promise<boolean> {
  const times = { now, late: now + LATEST_MS };
  const [error] = await db.select(`SELECT id FROM notifications WHERE ${ERRORS_DUE} LIMIT 1`, times);
  const errors = error ? await db.write((transaction) => takeErrors(transaction, times)) : 0;
  // Errors may have made somebody's mail due.
  const [person] = await db.select(
    `SELECT user_id FROM notification_mails WHERE ${PEOPLE_DUE} LIMIT 1`,
    times,
  );
  const people = person ? await db.write((transaction) => takePeople(transaction, times)) : 0;
  return errors === BATCH || people === BATCH;
}

const ERRORS_DUE = '(mail_due_at <= $now OR mail_due_at > $late)';
const PEOPLE_DUE = '(due_at <= $now OR due_at > $late)';

interface Times extends Record<string, number> {
  now: number;
  /** Whatever is due later is of a clock that was put back since. */
  late: number;
}

/** Notes for everybody who wants to know at once that there are errors which have lasted a while. */
async function takeErrors(db: Transaction, times: Times): Promise<number> {
  // What is over already was told to nobody, and is new when it comes again.
  const rows = await db.select<{ company_id: number; register_id: number; is_open: number }>(
    `UPDATE notifications SET mail_due_at = NULL,
        error_at = CASE WHEN ended_at IS NULL THEN error_at ELSE NULL END
      WHERE (company_id, id) IN
          (SELECT company_id, id FROM notifications WHERE ${ERRORS_DUE} ORDER BY company_id, id LIMIT ${BATCH} ${db.forUpdate})
        AND ${ERRORS_DUE}
      RETURNING company_id, register_id, CASE WHEN ended_at IS NULL THEN 1 ELSE 0 END AS is_open`,
    times,
  );
  const open = rows.filter(({ is_open: isOpen }) => isOpen === 1);
  const places = await placesOf(db, open);
  if (places.length > 0) {
    const { now } = times;
    await db.run(
      `UPDATE notification_mails
          SET due_at = CASE WHEN mailed_at > $pause THEN mailed_at + ${PAUSE_MS} ELSE CAST($now AS BIGINT) END
        WHERE choice = 'errors' AND due_at IS NULL
          AND user_id IN (SELECT user_id FROM grants WHERE entity_id IN (${places.join(', ')}))`,
      { now, pause: now - PAUSE_MS },
    );
  }
  return rows.length;
}

/** Ids of all entities that registers are in, up to the root. */
async function placesOf(
  db: Transaction,
  registers: readonly { company_id: number; register_id: number }[],
): Promise<number[]> {
  if (registers.length === 0) return [];
  const list = registers.map(({ company_id: company, register_id: id }) => `(${company}, ${id})`);
  const rows = await db.select<{ path: string }>(
    `SELECT DISTINCT e.path FROM registers r JOIN entities e ON e.id = COALESCE(r.location_id, r.company_id)
      WHERE (r.company_id, r.id) IN (${[...new Set(list)].join(', ')})`,
  );
  return [...new Set(rows.flatMap(({ path }) => idsOf(path)))];
}

/** Writes down the mails of people whose time has come. What they say is looked up when they are sent. */
async function takePeople(db: Transaction, times: Times): Promise<number> {
  const rows = await db.select<MailChoiceRow>(
    `SELECT * FROM notification_mails WHERE ${PEOPLE_DUE} ORDER BY due_at, user_id LIMIT ${BATCH} ${db.forUpdate}`,
    times,
  );
  for (const row of rows) await writeOne(db, row, times.now);
  return rows.length;
}

async function writeOne(db: Transaction, row: MailChoiceRow, now: number): Promise<void> {
  const { user_id: userId, choice, time_zone: timeZone } = row;
  const since = Math.min(row.told_at, now);
  // Errors that have not lasted yet are for the next mail.
  const until = choice === 'errors' ? now - HOLD_MS : now;
  await db.run(
    'UPDATE notification_mails SET told_at = $until, mailed_at = $now, due_at = $dueAt WHERE user_id = $userId',
    { userId, until: Math.max(since, until), now, dueAt: nextMail(choice, timeZone, now) },
  );
  const [user] = await db.select<{ email: string; language: Language }>(
    'SELECT email, language FROM users WHERE id = $userId',
    { userId },
  );
  if (!user) return;
  const content = { kind: 'notifications' as const, userId, choice, since, until };
  await queueMail(
    db,
    { to: user.email, language: user.language, content, uselessAt: now + USELESS_MS[choice] },
    now,
  );
}
