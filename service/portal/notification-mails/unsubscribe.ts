/** The link that ends somebody's mails without signing in: signed, and good for nothing else. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { auditAccount } from '../access/account.ts';
import { callerOfUser, findUser } from '../access/users.ts';
import type { Database, Queries } from '../database/database.ts';
import { portalSecret } from '../portal-secret.ts';
import { notFound } from '../problem.ts';
import { chooseMails } from './choices.ts';

const SETTING = 'unsubscribe_key';

/** Path of the link, in front of its token. */
export const UNSUBSCRIBE_PATH = '/unsubscribe/';

/** The token of a person's link; it stays the same. */
export async function unsubscribeToken(db: Queries, userId: number): Promise<string> {
  return `${userId}.${(await macOf(db, userId)).toString('base64url')}`;
}

/**
 * Ends the mails of the person whose link this is; those that have ended stay so.
 * @throws Problem 404 for a token that is none
 */
export async function unsubscribe(db: Database, token: string, now: number): Promise<void> {
  const [, id, mac] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  const userId = Number(id);
  const isOurs = mac !== undefined && timingSafeEqual(Buffer.from(mac, 'base64url'), await macOf(db, userId));
  const user = isOurs ? await findUser(db, userId) : null;
  if (!user) throw notFound('link that ends mails; it must be complete');
  await db.write(async (transaction) => {
    const [chosen] = await transaction.select(
      'SELECT user_id FROM notification_mails WHERE user_id = $userId',
      {
        userId,
      },
    );
    if (!chosen) return;
    await chooseMails(transaction, userId, { mails: 'off', timeZone: 'UTC' }, now);
    const caller = await callerOfUser(transaction, user);
    await auditAccount({ db: transaction, caller, now }, 'notification mails ended');
  });
}

async function macOf(db: Queries, userId: number): Promise<Buffer> {
  return createHmac('sha256', await portalSecret(db, SETTING))
    .update(`unsubscribe ${userId}`)
    .digest();
}
