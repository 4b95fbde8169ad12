/** API keys for tests. */
import { addKey } from '../access/api-keys.ts';
import type { Role } from '../access/roles.ts';
import { findEntity } from '../entities/store.ts';
import type { TestPortal } from './portal.ts';

/** Makes a key for an entity and answers it. */
export async function testKey({ portal }: TestPortal, entityId: number, role: Role): Promise<string> {
  const { db, clock } = portal.services;
  const caller = { kind: 'key' as const, id: 0, name: 'test', grants: [] };
  return db.write(async (transaction) => {
    const entity = (await findEntity(transaction, entityId))!;
    const call = { db: transaction, caller, now: clock.now() };
    return (await addKey(call, entity, { role, name: role, expiresAt: null })).key;
  });
}
