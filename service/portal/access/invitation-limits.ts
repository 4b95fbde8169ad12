/**
 * How many invitations go out: whoever may invite has the portal's mail server write to any address, with names
 * that he has chosen. All are counted, sent again or not, over the last 24 hours.
 */
import { FIRST_ID } from '../bootstrap.ts';
import type { Database, Transaction } from '../database/database.ts';
import { type EntityRow, idsOf } from '../entities/entity.ts';
import { findEntity } from '../entities/store.ts';
import { Problem } from '../problem.ts';
import type { Caller } from './caller.ts';
import { hasAsOperator } from './operator.ts';
import { emailKey } from './users.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Mails in 24 hours to one address from one organization. */
export const MOST_TO_RECIPIENT = 5;
/** Mails in 24 hours by one user or key. */
export const MOST_BY_SENDER = 100;
/** Mails in 24 hours from one organization with all that is in it. */
export const MOST_OF_ORGANIZATION = 200;
/** Mails in 24 hours by whoever manages the users of the portal's own organization, and so the portal: he sets up others. */
export const MOST_BY_OPERATOR = 1000;

/** One of the limits; the code is that of a field error, too. */
interface Limit {
  code: 'invitationsToRecipient' | 'invitationsBySender' | 'invitationsOfOrganization';
  most: number;
  /** Columns by which mails are counted. */
  by: readonly (keyof Counted)[];
  whose: string;
}

/** What is kept of a mail. */
interface Counted {
  organization_id: number;
  sender: string;
  recipient: string;
}

/**
 * Counts a mail that is about to be sent.
 * @throws Problem 429, with the time after which it may be tried again
 */
export async function countInvitation(
  { db, caller, now }: { db: Transaction; caller: Caller; now: number },
  { path }: EntityRow,
  email: string,
): Promise<void> {
  const mail: Counted = {
    organization_id: organizationOf(path),
    sender: `${caller.kind} ${caller.id}`,
    recipient: recipientKey(email),
  };
  // Of many at once each sees those before.
  await findEntity(db, mail.organization_id, db.forUpdate);
  for (const { code, most, by, whose } of limitsOf(caller)) {
    const [last] = await db.select<{ sent_at: number }>(
      `SELECT sent_at FROM invitation_mails
        WHERE ${by.map((column) => `${column} = $${column}`).join(' AND ')} AND sent_at > $since
        ORDER BY sent_at DESC LIMIT 1 OFFSET ${most - 1}`,
      { ...Object.fromEntries(by.map((column) => [column, mail[column]])), since: now - DAY_MS },
    );
    if (!last) continue;
    const wait = Math.max(1, Math.ceil(Math.min(last.sent_at + DAY_MS - now, DAY_MS) / 1000));
    const message = `${most} invitations in 24 hours are the most ${whose}; try again in ${wait} s`;
    throw new Problem(429, message, [{ field: '', code, message, params: { most } }], wait);
  }
  await db.run(
    `INSERT INTO invitation_mails (id, organization_id, sender, recipient, sent_at)
      VALUES ($id, $organization_id, $sender, $recipient, $now)`,
    { id: await db.nextId('row_ids'), ...mail, now },
  );
}

/** Forgets what counts no more. Safe to run in several processes at once. */
export async function forgetCountedInvitations(db: Database, now: number): Promise<void> {
  const due = { since: now - DAY_MS };
  const [row] = await db.select('SELECT sent_at FROM invitation_mails WHERE sent_at <= $since LIMIT 1', due);
  if (row) await db.run('DELETE FROM invitation_mails WHERE sent_at <= $since', due);
}

function limitsOf(caller: Caller): Limit[] {
  const isOperator = hasAsOperator(caller, 'ManageUsers');
  const toRecipient: Limit = {
    ...{ code: 'invitationsToRecipient', most: MOST_TO_RECIPIENT },
    ...{ by: ['recipient', 'organization_id'], whose: 'to one address' },
  };
  const bySender: Limit = {
    ...{ code: 'invitationsBySender', most: isOperator ? MOST_BY_OPERATOR : MOST_BY_SENDER },
    ...{ by: ['sender'], whose: 'that one user or key may send' },
  };
  const ofOrganization: Limit = {
    ...{ code: 'invitationsOfOrganization', most: MOST_OF_ORGANIZATION },
    ...{ by: ['organization_id'], whose: 'from one organization' },
  };
  // Who manages the portal can help those whose organization has used up its own.
  return isOperator ? [toRecipient, bySender] : [toRecipient, bySender, ofOrganization];
}

/** The organization right beneath the portal's own one: nobody gets another count by making entities in it. */
function organizationOf(path: string): number {
  const [, first = FIRST_ID, tenant = first] = idsOf(path);
  return tenant;
}

/** The same for addresses that one mailbox has: `ana+x@example.com` is that of `ana@example.com`. */
function recipientKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  return key.slice(0, at).split('+', 1)[0]! + key.slice(at);
}
