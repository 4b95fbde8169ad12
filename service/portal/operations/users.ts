/** Users of entities: who has which role (for the web page). */
import { z } from 'zod';
import { changeRole, givenByMember, type MemberRow, membersOf, removeMember } from '../access/members.ts';
import { define } from '../api/define.ts';
import type { Need, Operation } from '../api/operation.ts';
import type { EntityRow } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { done, role, rowId } from './account-fields.ts';
import { givenResult, shownGiven } from './given-results.ts';

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
const REVOKES =
  'Revokes the keys that he has made and that go beyond his rights then; else they stay in force';

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
    body: z.object({ role: role(), revokeKeys: z.boolean().nullish().describe(REVOKES) }),
    need: managesUsers('params', 'entityId'),
    result: userResult.extend({ given: givenResult }),
    run: async (call) => {
      const { entity, params, body, db, now } = call;
      const { member, given } = await changeRole(call, entity, params.userId, {
        role: body.role,
        revokeKeys: body.revokeKeys === true,
      });
      return { ...shownUser(member, entity), given: await shownGiven(db, given, now) };
    },
  }),
  define({
    id: 'getGivenByUser',
    method: 'GET',
    path: '/Entity/{entityId}/Users/{userId}/Given',
    tag: 'Users',
    summary:
      'Keys and invitations of a user, here and beneath, that would go beyond his rights with another role or none',
    params: userParams,
    query: z.object({ role: role().optional().describe('Left out: none') }),
    need: managesUsers('params', 'entityId'),
    result: givenResult,
    run: async (call) => {
      const { entity, params, query, db, now } = call;
      const given = await givenByMember(call, entity, params.userId, query.role ?? null);
      return shownGiven(db, given, now);
    },
  }),
  define({
    id: 'removeUser',
    method: 'DELETE',
    path: '/Entity/{entityId}/Users/{userId}',
    tag: 'Users',
    summary: "Takes a user's role on an entity",
    params: userParams,
    query: z.object({ revokeKeys: z.boolean().default(false).describe(REVOKES) }),
    need: managesUsers('params', 'entityId'),
    result: done.extend({ given: givenResult }),
    run: async (call) => {
      const { entity, params, query, db, now } = call;
      const given = await removeMember(call, entity, params.userId, query);
      return { success: true, given: await shownGiven(db, given, now) };
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
