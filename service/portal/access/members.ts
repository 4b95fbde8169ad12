/** Who has which role on an entity, and who may change that. */
import { auditCall } from '../audit.ts';
import { FIRST_ID } from '../bootstrap.ts';
import type { Queries, Transaction } from '../database/database.ts';
import { type EntityRow, idsOf } from '../entities/entity.ts';
import type { Context } from '../entities/organizations.ts';
import { notFound, Problem } from '../problem.ts';
import { mustCover } from './escalation.ts';
import type { Role } from './roles.ts';

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

/**
 * Gives a user another role on an entity where he has one.
 * @throws Problem 403 for roles that the caller does not have himself, 404, 409 for the last administrator
 */
export async function changeRole(
  call: Context,
  entity: EntityRow,
  userId: number,
  role: Role,
): Promise<MemberRow> {
  const member = await memberToChange(call, entity, userId);
  mustCover(call.caller, entity, role);
  if (role !== 'ADMIN') await mustNotBeLast(call.db, member);
  await call.db.run('UPDATE grants SET role = $role WHERE user_id = $userId AND entity_id = $entityId', {
    ...{ role, userId, entityId: entity.id },
  });
  await auditCall(call, 'role changed', entity, { userId, email: member.email, role: [member.role, role] });
  return { ...member, role };
}

/** Takes a user's role on an entity. His account stays; it can do what other roles let it do. */
export async function removeMember(call: Context, entity: EntityRow, userId: number): Promise<void> {
  const member = await memberToChange(call, entity, userId);
  await mustNotBeLast(call.db, member);
  await call.db.run('DELETE FROM grants WHERE user_id = $userId AND entity_id = $entityId', {
    ...{ userId, entityId: entity.id },
  });
  await auditCall(call, 'user removed', entity, { userId, email: member.email, role: member.role });
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
