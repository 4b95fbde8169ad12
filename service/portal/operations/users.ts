/** Users of entities: who has which role (for the web page). */
import { z } from 'zod';
import { changeRole, type MemberRow, membersOf, removeMember } from '../access/members.ts';
import { define } from '../api/define.ts';
import type { Need, Operation } from '../api/operation.ts';
import type { EntityRow } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { done, role, rowId } from './account-fields.ts';

const timestamp = () => z.string().describe('ISO 8601');

/** ManageUsers on an entity of any kind. */
export const managesUsers = (place: Need['in'], field: string): Need => ({
  ...{ permission: 'ManageUsers', in: place, field },
  kinds: ['organization', 'company', 'location'],
});

const userResult = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  role: role(),
  entityId: z.int(),
  entityName: z.string(),
  inherited: z.boolean().describe('The role is on an entity above this one, and can only be changed there'),
  createdTimestamp: timestamp(),
  signedInTimestamp: timestamp().nullable(),
});

const entityParams = z.object({ entityId: fields.entityId() });
const userParams = z.object({ entityId: fields.entityId(), userId: rowId() });
/** All of them. */
export const userOperations: readonly Operation[] = [
  define({
    id: 'getUsers',
    method: 'GET',
    path: '/Entity/{entityId}/Users',
    tag: 'Users',
    summary: 'Everybody with a role on an entity, or on one above it',
    params: entityParams,
    need: managesUsers('params', 'entityId'),
    result: z.object({ users: z.array(userResult) }),
    run: async ({ db, entity }) => ({
      users: (await membersOf(db, entity)).map((member) => shownUser(member, entity)),
    }),
  }),
  define({
    id: 'changeUserRole',
    method: 'PUT',
    path: '/Entity/{entityId}/Users/{userId}',
    tag: 'Users',
    summary: 'Gives a user another role on an entity',
    params: userParams,
    body: z.object({ role: role() }),
    need: managesUsers('params', 'entityId'),
    result: userResult,
    run: async (call) =>
      shownUser(await changeRole(call, call.entity, call.params.userId, call.body.role), call.entity),
  }),
  define({
    id: 'removeUser',
    method: 'DELETE',
    path: '/Entity/{entityId}/Users/{userId}',
    tag: 'Users',
    summary: "Takes a user's role on an entity",
    params: userParams,
    need: managesUsers('params', 'entityId'),
    result: done,
    run: async (call) => {
      await removeMember(call, call.entity, call.params.userId);
      return { success: true };
    },
  }),
];

function shownUser(row: MemberRow, entity: EntityRow): z.output<typeof userResult> {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    entityId: row.entity_id,
    entityName: row.entity_name,
    inherited: row.entity_id !== entity.id,
    createdTimestamp: new Date(row.created_at).toISOString(),
    signedInTimestamp: row.signed_in_at === null ? null : new Date(row.signed_in_at).toISOString(),
  };
}
