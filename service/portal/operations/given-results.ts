/** What is answered about keys and invitations: what people have given, and whether they still could. */
import { z } from 'zod';
import { findKey, type KeyRow } from '../access/api-keys.ts';
import { findOpenInvitation, type InvitationRow, inviterState } from '../access/invitations.ts';
import { type Given, ORIGIN_STATES, Origins } from '../access/origin.ts';
import type { Queries } from '../database/database.ts';
import { findEntity } from '../entities/store.ts';
import { role } from './account-fields.ts';

const timestamp = () => z.string().describe('ISO 8601');

/** An API key, without the key itself. */
export const keyResult = z.object({
  keyId: z.int(),
  entityId: z.int(),
  name: z.string(),
  role: role(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdBy: z.string(),
  creatorState: z
    .enum(ORIGIN_STATES)
    .describe(
      'Whether who has made the key (a user, or another key) could make it now: `gone` has no rights there any more, `fewerRights` too few. The key works all the same, until somebody revokes it',
    ),
  createdTimestamp: timestamp(),
  expiresTimestamp: timestamp().nullable(),
  revokedTimestamp: timestamp().nullable(),
  usedTimestamp: timestamp().nullable(),
});

/** An invitation. */
export const invitationResult = z.object({
  invitationId: z.int(),
  companyId: z.int().describe('The entity, of any kind'),
  emailAddress: z.string(),
  role: role(),
  invitedBy: z.string(),
  createdTimestamp: timestamp(),
  expiresTimestamp: timestamp(),
  expired: z.boolean(),
  ended: z
    .boolean()
    .describe(
      'Who has sent it could not give this role now, so that nobody can accept it. Whoever sends it again takes it over',
    ),
});

/** An invitation that was just sent, and how it comes to its reader. */
export const sentInvitationResult = invitationResult.extend({
  mailFolder: z
    .string()
    .nullable()
    .describe(
      'The folder of the portal that the mail lies in, where there is no mail server; null: it was mailed',
    ),
  link: z.string().nullable().describe('Its link, for who takes it to its reader then; null: it was mailed'),
});

/** What a user has given that goes beyond his rights. */
export const givenResult = z.object({
  apiKeys: z
    .array(keyResult)
    .describe('Keys that he has made, himself or with such keys; whoever knows them can use those in force'),
  invitations: z.array(invitationResult).describe('Invitations of his, which have ended or would'),
});

/** A key as it is answered. */
export async function shownKey(
  row: KeyRow,
  { path }: { path: string },
  origins: Origins,
  now: number,
): Promise<z.output<typeof keyResult>> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  const creator = { kind: row.creator_kind, id: row.creator_id };
  return {
    keyId: row.id,
    entityId: row.entity_id,
    name: row.name,
    role: row.role,
    state: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    createdBy: row.created_by,
    creatorState: await origins.stateOf(creator, path, row.role),
    createdTimestamp: new Date(row.created_at).toISOString(),
    expiresTimestamp: time(row.expires_at),
    revokedTimestamp: time(row.revoked_at),
    usedTimestamp: time(row.used_at),
  };
}

/** An invitation as it is answered. */
export async function shownInvitation(
  row: InvitationRow,
  entity: { path: string },
  origins: Origins,
  now: number,
): Promise<z.output<typeof invitationResult>> {
  return {
    invitationId: row.id,
    companyId: row.entity_id,
    emailAddress: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    createdTimestamp: new Date(row.created_at).toISOString(),
    expiresTimestamp: new Date(row.expires_at).toISOString(),
    expired: row.expires_at <= now,
    ended: (await inviterState(origins, row, entity)) !== 'active',
  };
}

/** What somebody has given, as it is answered. */
export async function shownGiven(
  db: Queries,
  { keys, invitations }: Given,
  now: number,
): Promise<z.output<typeof givenResult>> {
  const origins = new Origins(db, now);
  const result: z.output<typeof givenResult> = { apiKeys: [], invitations: [] };
  for (const id of keys) {
    const row = (await findKey(db, id))!;
    result.apiKeys.push(await shownKey(row, (await findEntity(db, row.entity_id))!, origins, now));
  }
  for (const id of invitations) {
    const row = (await findOpenInvitation(db, id))!;
    const entity = (await findEntity(db, row.entity_id))!;
    result.invitations.push(await shownInvitation(row, entity, origins, now));
  }
  return result;
}
