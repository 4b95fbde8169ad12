/** Which mails about notifications a person wants. */
import type { Queries, Transaction } from '../database/database.ts';
import { fromZone, offsetAt } from '../entities/year-end.ts';

/** None; errors at once; all notifications each day, or each Monday. */
export const MAIL_CHOICES = ['off', 'errors', 'daily', 'weekly'] as const;
/** See {@link MAIL_CHOICES}. */
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** Mails of somebody, as they are kept; who wants none has no row. */
export interface MailChoiceRow {
  user_id: number;
  choice: Exclude<MailChoice, 'off'>;
  /** Name of the IANA, `Europe/Vienna`. */
  time_zone: string;
  /** What began until then was told. */
  told_at: number;
  /** When the last one was written. */
  mailed_at: number | null;
  /** When the next one is to be written; null: when there is an error. */
  due_at: number | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Mails are there when people begin to work. */
const MORNING_MS = 7 * HOUR_MS;
const MONDAY = 1;

/** What somebody has chosen. */
export async function mailChoiceOf(
  db: Queries,
  userId: number,
): Promise<{ mails: MailChoice; timeZone: string }> {
  const [row] = await db.select<MailChoiceRow>('SELECT * FROM notification_mails WHERE user_id = $userId', {
    userId,
  });
  return { mails: row?.choice ?? 'off', timeZone: row?.time_zone ?? 'UTC' };
}

/** Keeps what somebody has chosen. What began before a new choice is not told as new any more. */
export async function chooseMails(
  db: Transaction,
  userId: number,
  { mails, timeZone }: { mails: MailChoice; timeZone: string },
  now: number,
): Promise<void> {
  if (mails === 'off') {
    await db.run('DELETE FROM notification_mails WHERE user_id = $userId', { userId });
    return;
  }
  await db.run(
    `INSERT INTO notification_mails (user_id, choice, time_zone, told_at, due_at)
      VALUES ($userId, $mails, $timeZone, $before, $dueAt)
      ON CONFLICT (user_id) DO UPDATE
        SET choice = excluded.choice, time_zone = excluded.time_zone,
          told_at = CASE WHEN notification_mails.choice = excluded.choice
            THEN notification_mails.told_at ELSE excluded.told_at END,
          due_at = CASE WHEN notification_mails.choice = excluded.choice AND excluded.due_at IS NULL
            THEN notification_mails.due_at ELSE excluded.due_at END`,
    { userId, mails, timeZone, before: now - 1, dueAt: nextMail(mails, timeZone, now) },
  );
}

/**
 * When the next mail of a choice is written: at seven in the morning where the person is, on Mondays for weekly ones.
 * @returns milliseconds since 1970, later than `now`; null: with the next error
 */
export function nextMail(choice: MailChoice, timeZone: string, now: number): number | null {
  if (choice !== 'daily' && choice !== 'weekly') return null;
  const local = now + offsetAt(now, timeZone);
  const midnight = local - (((local % DAY_MS) + DAY_MS) % DAY_MS);
  for (let day = midnight; ; day += DAY_MS) {
    const at = fromZone(day + MORNING_MS, timeZone);
    const isDay = choice === 'daily' || new Date(day).getUTCDay() === MONDAY;
    if (isDay && at > now) return at;
  }
}
