/** Who has which role on an entity, and who may change that. */
import { auditCall } from '../audit.ts';
import { FIRST_ID } from '../bootstrap.ts';
import type { Queries, Transaction } from '../database/database.ts';
import { type EntityRow, idsOf } from '../entities/entity.ts';
import type { Context } from '../entities/organizations.ts';
import { findEntity } from '../entities/store.ts';
import { notFound, Problem } from '../problem.ts';
import { findKey, revokeKey } from './api-keys.ts';
import { covers, mustCover } from './escalation.ts';
import { type Given, givenBeyond } from './origin.ts';
import type { Role } from './roles.ts';
import { callerOfUser } from './users.ts';

/** A user's role on an entity. */
export interface MemberRow {
  user_id: number;
  entity_id: number;
  /** Name of the entity. */
  entity_name: string;
  role: Role;
  name: string;
  email: string;
  created_at: number;
  signed_in_at: number | null;
}

/** Everybody with a role on an entity or on one above it; the nearest first. */
export async function membersOf(db: Queries, entity: EntityRow): Promise<MemberRow[]> {
  const ids = idsOf(entity.path);
  const rows = await db.select<MemberRow>(
    `SELECT g.user_id, g.entity_id, e.name AS entity_name, g.role, u.name, u.email, g.created_at, u.signed_in_at
       FROM grants g JOIN users u ON u.id = g.user_id JOIN entities e ON e.id = g.entity_id
      WHERE g.entity_id IN (${ids.join(', ')}) ORDER BY u.email_key`,
  );
  return rows.sort((a, b) => ids.indexOf(b.entity_id) - ids.indexOf(a.entity_id));
}

/** What is to become of a user on an entity. */
export interface MemberChange {
  /** Null: he has none any more. */
  role: Role | null;
  /** Revokes the keys of his making that go beyond what he may do then. */
  revokeKeys: boolean;
}

/**
 * What a user has given within an entity that goes beyond what he may do there, or would with another role.
 * @throws Problem 404
 */
export async function givenByMember(
  call: Context,
  entity: EntityRow,
  userId: number,
  role: Role | null,
): Promise<Given> {
  await memberToChange(call, entity, userId);
  const { grants } = await callerOfUser(call.db, { id: userId, name: '' });
  const others = grants.filter(({ entityId }) => entityId !== entity.id);
  const rights = role ? [...others, { entityId: entity.id, path: entity.path, role }] : others;
  return givenBeyond(call.db, entity, { id: userId, rights }, call.now);
}

/**
 * Gives a user another role on an entity where he has one.
 * @returns what he has given that goes beyond it: the invitations have ended by it, the keys are revoked or remain
 * @throws Problem 403 for roles that the caller does not have himself, 404, 409 for the last administrator
 */
export async function changeRole(
  call: Context,
  entity: EntityRow,
  userId: number,
  { role, revokeKeys }: MemberChange & { role: Role },
): Promise<{ member: MemberRow; given: Given }> {
  const member = await memberToChange(call, entity, userId);
  mustCover(call.caller, entity, role);
  if (role !== 'ADMIN') await mustNotBeLast(call.db, member);
  const given = await givenByMember(call, entity, userId, role);
  await call.db.run('UPDATE grants SET role = $role WHERE user_id = $userId AND entity_id = $entityId', {
    ...{ role, userId, entityId: entity.id },
  });
  await auditCall(call, 'role changed', entity, { userId, email: member.email, role: [member.role, role] });
  if (revokeKeys) await revokeGiven(call, given);
  return { member: { ...member, role }, given };
}

/**
 * Takes a user's role on an entity. His account stays; it can do what other roles let it do.
 * @returns as {@link changeRole}
 */
export async function removeMember(
  call: Context,
  entity: EntityRow,
  userId: number,
  { revokeKeys }: Pick<MemberChange, 'revokeKeys'>,
): Promise<Given> {
  const member = await memberToChange(call, entity, userId);
  await mustNotBeLast(call.db, member);
  const given = await givenByMember(call, entity, userId, null);
  await call.db.run('DELETE FROM grants WHERE user_id = $userId AND entity_id = $entityId', {
    ...{ userId, entityId: entity.id },
  });
  await auditCall(call, 'user removed', entity, { userId, email: member.email, role: member.role });
  if (revokeKeys) await revokeGiven(call, given);
  return given;
}

/** Revokes keys, except those that may more than the caller. */
async function revokeGiven(call: Context, { keys }: Given): Promise<void> {
  for (const id of keys) {
    const key = (await findKey(call.db, id, call.db.forUpdate))!;
    const entity = (await findEntity(call.db, key.entity_id))!;
    if (covers(call.caller, entity, key.role)) await revokeKey(call, entity, key);
  }
}

async function memberToChange(
  { db, caller }: Context,
  entity: EntityRow,
  userId: number,
): Promise<MemberRow> {
  const members = await membersOf(db, entity);
  const member = members.find((one) => one.user_id === userId && one.entity_id === entity.id);
  if (!member) throw notFound(`user ${userId} with a role on this very entity`);
  mustCover(caller, entity, member.role);
  return member;
}

/** The portal must not be left without an administrator. The entity is locked, so that of two the last one stays. */
async function mustNotBeLast(db: Transaction, member: MemberRow): Promise<void> {
  if (member.entity_id !== FIRST_ID || member.role !== 'ADMIN') return;
  const admins = await db.select(
    `SELECT user_id FROM grants WHERE entity_id = ${FIRST_ID} AND role = 'ADMIN' LIMIT 2`,
  );
  if (admins.length < 2) throw new Problem(409, 'this is the last administrator of the portal');
}
