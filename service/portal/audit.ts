/** The audit log: who changed what. Written in the transaction of the change, so that none exists without the other. */
import { actorOf, type Caller } from './access/caller.ts';
import type { Queries, Transaction } from './database/database.ts';
import type { EntityRow } from './entities/entity.ts';
import { beneath } from './entities/store.ts';

/** What happened. */
export interface StateChange {
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
  { actor, now, action, entity, detail = {} }: StateChange,
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

/** A line of the audit log. */
export interface AuditRow {
  id: number;
  at: number;
  actor: string;
  action: string;
  entity_id: number;
  /** As it is called now. */
  entity_name: string | null;
  detail: string;
}

/** What happened to an entity and to everything beneath it, newest first. */
export async function auditBeneath(
  db: Queries,
  { path }: Pick<EntityRow, 'path'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: AuditRow[]; totalCount: number }> {
  const { sql, parameters } = beneath(path);
  const rows = await db.select<AuditRow>(
    `SELECT a.id, a.at, a.actor, a.action, a.entity_id, e.name AS entity_name, a.detail
       FROM (SELECT * FROM audit_log WHERE ${sql} ORDER BY id DESC LIMIT $limit OFFSET $offset) a
       LEFT JOIN entities e ON e.id = a.entity_id ORDER BY a.id DESC`,
    { ...parameters, limit, offset },
  );
  const [count] = await db.select<{ count: number }>(
    `SELECT count(*) AS count FROM audit_log WHERE ${sql}`,
    parameters,
  );
  return { rows, totalCount: count!.count };
}

/** The columns in which two rows differ, with both values. */
export function differences<T extends object>(before: T, after: T): Record<string, [unknown, unknown]> {
  const changed: Record<string, [unknown, unknown]> = {};
  for (const key of Object.keys(after) as (keyof T & string)[]) {
    if (before[key] !== after[key]) changed[key] = [before[key], after[key]];
  }
  return changed;
}
