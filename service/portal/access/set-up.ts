/** The first run: whoever sets the portal up becomes the administrator of its first organization. */
import { randomInt } from 'node:crypto';
import { auditCall } from '../audit.ts';
import { FIRST_ID, firstOrganization } from '../bootstrap.ts';
import { ROOT_ID } from '../database/migrations/0001-portal.ts';
import { isDuplicate, type Queries, type Transaction } from '../database/database.ts';
import { findEntity, updateEntity } from '../entities/store.ts';
import { Problem } from '../problem.ts';
import { openInvitations, withdraw } from './invitations.ts';
import { emailKey, insertUser, type NewUser, putGrant, type UserRow } from './users.ts';

/** Without letters that look like others. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;
const CODE_SETTING = 'set-up code';

/** Whether nobody administers the portal yet. */
export async function needsSetUp(db: Queries): Promise<boolean> {
  const [admin] = await db.select(
    `SELECT user_id FROM grants WHERE entity_id = ${FIRST_ID} AND role = 'ADMIN' LIMIT 1`,
  );
  return admin === undefined;
}

/** The code that the set-up asks for, the same for all processes of a portal and until it is used. */
export async function setUpCode(db: Transaction): Promise<string> {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(
    '',
  );
  await db.run('INSERT INTO settings (name, value) VALUES ($name, $code) ON CONFLICT (name) DO NOTHING', {
    name: CODE_SETTING,
    code,
  });
  return (await keptCode(db))!;
}

/** The code that was made, null without one. */
export async function keptCode(db: Queries): Promise<string | null> {
  const [row] = await db.select<{ value: string }>('SELECT value FROM settings WHERE name = $name', {
    name: CODE_SETTING,
  });
  return row?.value ?? null;
}

/** A code as it was meant, however it was typed. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/**
 * Creates the first organization, unless it is there and only gets its name, and its administrator.
 * @throws Problem 409 when there is one
 */
export async function setUp(
  db: Transaction,
  user: NewUser,
  organizationName: string,
  now: number,
): Promise<UserRow> {
  // Of two at once, one waits here and then finds the other one's administrator.
  await findEntity(db, ROOT_ID, db.forUpdate);
  if (!(await needsSetUp(db))) throw doneAlready();
  const organization = await firstOrganization(db, organizationName, now);
  // A register beside, or a first key, may have made it under a name that nobody has chosen.
  await updateEntity(db, { ...organization, name: organizationName, changed_at: now });
  const row = await insertUser(db, user, now).catch((error: unknown) => {
    throw isDuplicate(error) ? new Problem(409, `${user.email} has an account already`) : error;
  });
  await putGrant(db, { userId: row.id, entityId: organization.id, role: 'ADMIN', now });
  await db.run('DELETE FROM settings WHERE name = $name', { name: CODE_SETTING });
  const caller = { kind: 'user' as const, id: row.id, name: row.name, grants: [] };
  const call = { db, caller, now };
  await auditCall(call, 'portal set up', organization, { userId: row.id, email: row.email });
  // A key may have invited the same person before there was an account.
  for (const invitation of await openInvitations(db, organization.id)) {
    if (emailKey(invitation.email) === emailKey(row.email)) await withdraw(call, organization, invitation);
  }
  return row;
}

/** 409: somebody was here before. */
export function doneAlready(): Problem {
  return new Problem(409, 'the portal is set up already: sign in');
}
