/** API keys of entities (doc 1, Authentication; for the web page). */
import { z } from 'zod';
import { addKey, findKey, type KeyRow, keysOf, revokeKey } from '../access/api-keys.ts';
import { permissionsAt } from '../access/caller.ts';
import { mustCover } from '../access/escalation.ts';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import { findEntity } from '../entities/store.ts';
import { badField, forbidden, notFound } from '../problem.ts';
import { done, role, rowId } from './account-fields.ts';
import { managesUsers } from './users.ts';

const timestamp = () => z.string().describe('ISO 8601');

const keyResult = z.object({
  keyId: z.int(),
  entityId: z.int(),
  name: z.string(),
  role: role(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdBy: z.string(),
  createdTimestamp: timestamp(),
  expiresTimestamp: timestamp().nullable(),
  revokedTimestamp: timestamp().nullable(),
  usedTimestamp: timestamp().nullable(),
});

const entityParams = z.object({ entityId: fields.entityId() });

/** All of them. */
export const keyOperations: readonly Operation[] = [
  define({
    id: 'getApiKeys',
    method: 'GET',
    path: '/Entity/{entityId}/ApiKeys',
    tag: 'Keys',
    summary: 'The API keys of an entity, newest first, also those that are no longer in force',
    params: entityParams,
    need: managesUsers('params', 'entityId'),
    result: z.object({ apiKeys: z.array(keyResult) }),
    run: async ({ db, entity, now }) => ({
      apiKeys: (await keysOf(db, entity.id)).map((row) => shownKey(row, now)),
    }),
  }),
  define({
    id: 'createApiKey',
    method: 'POST',
    path: '/Entity/{entityId}/ApiKeys',
    tag: 'Keys',
    summary: 'Makes an API key with a role that the caller has himself; the key is told this once',
    params: entityParams,
    body: z.object({
      name: fields.text(1, 200).regex(/^\P{Cc}*$/u, 'controls'),
      role: role(),
      expiresTimestamp: z.iso.datetime({ offset: true }).nullish(),
    }),
    need: managesUsers('params', 'entityId'),
    result: keyResult.extend({ apiKey: z.string() }),
    run: async (call) => {
      const { entity, body, now } = call;
      mustCover(call.caller, entity, body.role);
      const expiresAt = typeof body.expiresTimestamp === 'string' ? Date.parse(body.expiresTimestamp) : null;
      if (expiresAt !== null && expiresAt <= now) {
        throw badField('expiresTimestamp', 'past', 'expiresTimestamp must be in the future');
      }
      const { id, key } = await addKey(call, entity, { name: body.name, role: body.role, expiresAt });
      return { ...shownKey((await findKey(call.db, id))!, now), apiKey: key };
    },
  }),
  define({
    id: 'revokeApiKey',
    method: 'DELETE',
    path: '/ApiKey/{keyId}',
    tag: 'Keys',
    summary: 'Revokes an API key, at once and for good (ManageUsers on its entity)',
    params: z.object({ keyId: rowId() }),
    need: null,
    result: done,
    run: async (call) => {
      const row = await findKey(call.db, call.params.keyId, call.db.forUpdate);
      const entity = row && (await findEntity(call.db, row.entity_id));
      const permissions = entity && permissionsAt(call.caller, entity.path);
      if (!row || !entity || !permissions?.has('ReadCompany')) throw notFound(`key ${call.params.keyId}`);
      if (!permissions.has('ManageUsers')) throw forbidden('ManageUsers on the entity of the key is needed');
      mustCover(call.caller, entity, row.role);
      await revokeKey(call, entity, row);
      return { success: true };
    },
  }),
];

function shownKey(row: KeyRow, now: number): z.output<typeof keyResult> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    keyId: row.id,
    entityId: row.entity_id,
    name: row.name,
    role: row.role,
    state: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    createdBy: row.created_by,
    createdTimestamp: new Date(row.created_at).toISOString(),
    expiresTimestamp: time(row.expires_at),
    revokedTimestamp: time(row.revoked_at),
    usedTimestamp: time(row.used_at),
  };
}
