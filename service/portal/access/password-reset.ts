/** Forgotten passwords: a link by mail with which a new one can be set. */
import type { Queries, Transaction } from '../database/database.ts';
import { queueMail } from '../mail/outbox.ts';
import { notFound } from '../problem.ts';
import { auditAccount } from './account.ts';
import { digestOf, makeSecret } from './secrets.ts';
import { endSessionsOf } from './sessions.ts';
import { callerOfUser, findUser, findUserByEmail, type UserRow } from './users.ts';

/** Long enough for a slow mail server. */
const RESET_MS = 60 * 60_000;
/** User of links that lead nowhere. */
const NOBODY = 0;

/**
 * Mails a link to who has an account. For everybody else the same is done in
 * vain, so that nobody can tell from the time that it takes who has one.
 */
export async function askForReset(db: Transaction, email: string, now: number): Promise<void> {
  const user = await findUserByEmail(db, email);
  const token = makeSecret('tmp');
  const uselessAt = now + RESET_MS;
  await db.run(
    'INSERT INTO password_resets (hash, user_id, expires_at) VALUES ($hash, $userId, $expiresAt)',
    {
      hash: digestOf(token),
      userId: user?.id ?? NOBODY,
      expiresAt: uselessAt,
    },
  );
  const content = { kind: 'reset' as const, name: user?.name ?? '', token };
  await queueMail(db, { to: user?.email ?? null, language: user?.language ?? 'en', content, uselessAt }, now);
}

/** The user whose link this is. @throws Problem 404 when it has ended */
export async function resetOf(db: Queries, token: string, now: number, lock = ''): Promise<number> {
  const [row] = await db.select<{ user_id: number }>(
    `SELECT user_id FROM password_resets WHERE hash = $hash AND expires_at > $now AND user_id <> ${NOBODY} ${lock}`,
    { hash: digestOf(token), now },
  );
  if (!row) throw notFound('link to a new password that is in force; ask for a new one');
  return row.user_id;
}

/** Sets the new password. The link, all others like it and all sessions end. */
export async function reset(
  db: Transaction,
  token: string,
  passwordHash: string,
  now: number,
): Promise<UserRow> {
  const userId = await resetOf(db, token, now, db.forUpdate);
  const user = (await findUser(db, userId))!;
  await endResetsOf(db, userId);
  await db.run('UPDATE users SET password_hash = $passwordHash WHERE id = $userId', { passwordHash, userId });
  await endSessionsOf(db, userId, null);
  await auditAccount({ db, caller: await callerOfUser(db, user), now }, 'password reset');
  return user;
}

/** Ends all links of a user: whoever has one may set any password, also over one that was just set. */
export async function endResetsOf(db: Queries, userId: number): Promise<void> {
  await db.run('DELETE FROM password_resets WHERE user_id = $userId', { userId });
}

/** Forgets links that have ended. */
export async function removeExpiredResets(db: Queries, now: number): Promise<void> {
  const [row] = await db.select('SELECT hash FROM password_resets WHERE expires_at <= $now LIMIT 1', { now });
  if (row) await db.run('DELETE FROM password_resets WHERE expires_at <= $now', { now });
}
