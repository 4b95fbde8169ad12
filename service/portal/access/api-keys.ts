/** API keys: each for one entity and one role, kept as digests, revocable (doc 1, Authentication). */
import { auditCall } from '../audit.ts';
import type { Queries, Transaction } from '../database/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import type { Caller } from './caller.ts';
import { type Origin, originOf } from './origin.ts';
import type { Role } from './roles.ts';
import { digestOf, makeSecret } from './secrets.ts';

/** A key as it is kept, with the path of its entity. */
export interface KeyRow {
  id: number;
  entity_id: number;
  role: Role;
  name: string;
  created_by: string;
  creator_kind: Origin['kind'];
  creator_id: Origin['id'];
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  used_at: number | null;
}

const COLUMNS =
  'id, entity_id, role, name, created_by, creator_kind, creator_id, created_at, expires_at, revoked_at, used_at';

/** The use of a key is noted at most this often. */
const USE_NOTED_MS = 60_000;

/** What a new key is made of. */
export interface NewKey {
  role: Role;
  name: string;
  /** Milliseconds since 1970; null: until it is revoked. */
  expiresAt: number | null;
}

/** Whoever has a key that is in force; null for all others. */
export async function callerOfKey(db: Queries, key: string, now: number): Promise<Caller | null> {
  const [row] = await db.select<KeyRow & { path: string }>(
    `SELECT k.id, k.entity_id, k.role, k.name, k.used_at, e.path
       FROM api_keys k JOIN entities e ON e.id = k.entity_id
      WHERE k.hash = $hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $now)`,
    { hash: digestOf(key), now },
  );
  if (!row) return null;
  if (row.used_at === null || row.used_at < now - USE_NOTED_MS) {
    await db.run('UPDATE api_keys SET used_at = $now WHERE id = $id', { now, id: row.id });
  }
  return {
    kind: 'key',
    id: row.id,
    name: row.name,
    grants: [{ entityId: row.entity_id, path: row.path, role: row.role }],
  };
}

/** The keys of an entity, newest first, also those that are no longer in force. */
export function keysOf(db: Queries, entityId: number): Promise<KeyRow[]> {
  return db.select<KeyRow>(`SELECT ${COLUMNS} FROM api_keys WHERE entity_id = $entityId ORDER BY id DESC`, {
    entityId,
  });
}

/** A key by its id. */
export async function findKey(db: Queries, id: number, lock = ''): Promise<KeyRow | null> {
  const [row] = await db.select<KeyRow>(`SELECT ${COLUMNS} FROM api_keys WHERE id = $id ${lock}`, { id });
  return row ?? null;
}

/** Ends a key for good. */
export async function revokeKey(
  call: { db: Transaction; caller: Caller; now: number },
  entity: EntityRow,
  { id, name, role, revoked_at }: KeyRow,
): Promise<void> {
  if (revoked_at !== null) return;
  await call.db.run('UPDATE api_keys SET revoked_at = $now WHERE id = $id', { now: call.now, id });
  await auditCall(call, 'key revoked', entity, { keyId: id, name, role });
}

/**
 * Makes a key.
 * @param key the key itself, if it is not to be made up
 * @returns the key, which is not kept and cannot be told again
 */
export async function addKey(
  call: { db: Transaction; caller: Caller; now: number },
  entity: EntityRow,
  { role, name, expiresAt }: NewKey,
  key = makeSecret('tmk'),
): Promise<{ id: number; key: string }> {
  const { db, now, caller } = call;
  const id = await db.nextId('row_ids');
  const creator = originOf(caller);
  await db.run(
    `INSERT INTO api_keys
      (id, entity_id, role, name, hash, created_by, creator_kind, creator_id, created_at, expires_at)
      VALUES ($id, $entityId, $role, $name, $hash, $createdBy, $creatorKind, $creatorId, $now, $expiresAt)`,
    {
      ...{ id, entityId: entity.id, role, name, hash: digestOf(key), createdBy: caller.name, now, expiresAt },
      ...{ creatorKind: creator.kind, creatorId: creator.id },
    },
  );
  await auditCall(call, 'key created', entity, { keyId: id, name, role });
  return { id, key };
}
