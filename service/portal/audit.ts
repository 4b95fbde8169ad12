/** The audit log: who changed what. Written in the transaction of the change, so that none exists without the other. */
import { actorOf, type Caller } from './access/caller.ts';
import type { Transaction } from './database/database.ts';
import type { EntityRow } from './entities/entity.ts';

/** What happened. */
export interface Deed {
  actor: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Noun and verb: `company created`. */
  action: string;
  /** The entity that it happened to or in. */
  entity: Pick<EntityRow, 'id' | 'path'>;
  /** Never with secrets. */
  detail?: Record<string, unknown>;
}

/** Writes a line of the audit log. */
export async function audit(
  db: Transaction,
  { actor, now, action, entity, detail = {} }: Deed,
): Promise<void> {
  await db.run(
    `INSERT INTO audit_log (id, at, actor, action, entity_id, path, detail)
      VALUES ($id, $now, $actor, $action, $entityId, $path, $detail)`,
    {
      id: await db.nextId('row_ids'),
      now,
      actor,
      action,
      entityId: entity.id,
      path: entity.path,
      detail: JSON.stringify(detail),
    },
  );
}

/** {@link audit} for what a caller did. */
export function auditCall(
  { db, caller, now }: { db: Transaction; caller: Caller; now: number },
  action: string,
  entity: Pick<EntityRow, 'id' | 'path'>,
  detail?: Record<string, unknown>,
): Promise<void> {
  return audit(db, { actor: actorOf(caller), now, action, entity, ...(detail && { detail }) });
}

/** The columns in which two rows differ, with both values. */
export function differences<T extends object>(before: T, after: T): Record<string, [unknown, unknown]> {
  const changed: Record<string, [unknown, unknown]> = {};
  for (const key of Object.keys(after) as (keyof T & string)[]) {
    if (before[key] !== after[key]) changed[key] = [before[key], after[key]];
  }
  return changed;
}
