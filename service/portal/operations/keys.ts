/** API keys of entities (doc 1, Authentication; for the web page). */
import { z } from 'zod';
import { addKey, findKey, keysOf, revokeKey } from '../access/api-keys.ts';
import { permissionsAt } from '../access/caller.ts';
import { mustCover } from '../access/escalation.ts';
import { Origins } from '../access/origin.ts';
import { define } from '../api/define.ts';
import type { Operation } from '../api/operation.ts';
import * as fields from '../entities/fields.ts';
import { findEntity } from '../entities/store.ts';
import { badField, forbidden, notFound } from '../problem.ts';
import { done, role, rowId } from './account-fields.ts';
import { keyResult, shownKey } from './given-results.ts';
import { managesUsers } from './users.ts';

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
    run: async ({ db, entity, now }) => {
      const origins = new Origins(db, now);
      const rows = await keysOf(db, entity.id);
      return { apiKeys: await Promise.all(rows.map((row) => shownKey(row, entity, origins, now))) };
    },
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
      const made = (await findKey(call.db, id))!;
      return { ...(await shownKey(made, entity, new Origins(call.db, now), now)), apiKey: key };
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
