/**
 * Deactivating companies and locations with all that is in them, at once or at
 * the end of a year (doc 1, States and transitions). Fiscal units that were
 * bought end after their notice period, unless that is given up.
 */
import { audit } from '../audit.ts';
import type { Database, Transaction } from '../database/database.ts';
import { badField } from '../problem.ts';
import { ENTITY_COLUMNS, type EntityRow, STATE } from './entity.ts';
import { beneath, lockBeneath, updateEntity } from './store.ts';
import { endOfYear, yearAt } from './year-end.ts';
import { endRegisters, registersIn } from '../registers/beneath.ts';
import { endLicenses } from '../registers/licenses.ts';

/** What is asked for. */
export interface Deactivation {
  /** Undefined: now. */
  deactivateAfterYear?: number | undefined;
  /** True: fiscal units end at once. */
  forceSubDeactivation?: boolean | undefined;
}

/**
 * Deactivates an entity now or notes when.
 * @throws Problem for a year that is over, or an entity that is deactivated already
 */
export async function deactivate(
  db: Transaction,
  entity: EntityRow,
  { deactivateAfterYear: year, forceSubDeactivation: force = false }: Deactivation,
  now: number,
): Promise<EntityRow> {
  if (year === undefined)
    return entity.state === STATE.Deactivated ? entity : deactivateNow(db, entity, force, now);
  const current = yearAt(now, entity.country_code);
  if (year < current) {
    throw badField('deactivateAfterYear', 'past', `the year ${year} is over; say ${current} or later`, {
      current,
    });
  }
  if (entity.state === STATE.Deactivated) {
    throw badField('deactivateAfterYear', 'final', 'it is deactivated already, which cannot be undone');
  }
  const row = {
    ...entity,
    deactivate_after: endOfYear(year, entity.country_code),
    force_deactivation: force ? 1 : 0,
    changed_at: now,
  };
  await updateEntity(db, row);
  return row;
}

/**
 * Deactivates an entity and everything beneath it. What was planned for later is planned no more.
 * @param since when it counts from: a planned end counts from the end of its year, also when the portal was not
 *   running then
 */
export async function deactivateNow(
  db: Transaction,
  entity: EntityRow,
  force: boolean,
  now: number,
  since = now,
): Promise<EntityRow> {
  await lockBeneath(db, entity);
  const { sql, parameters } = beneath(entity.path);
  const ending = `${sql} AND state <> $deactivated`;
  const values = { ...parameters, deactivated: STATE.Deactivated };
  await db.run(
    `UPDATE entities SET deactivate_after = NULL, force_deactivation = NULL
      WHERE ${ending} AND deactivate_after > $since`,
    { ...values, since },
  );
  await db.run(`UPDATE entities SET state = $deactivated, changed_at = $now WHERE ${ending}`, {
    ...{ ...values, now },
  });
  await endRegisters(db, registersIn(entity), now);
  await endLicenses(db, entity, { force, since, now });
  const isLater = (entity.deactivate_after ?? 0) > since;
  const plan = isLater ? { deactivate_after: null, force_deactivation: null } : {};
  return { ...entity, ...plan, state: STATE.Deactivated, changed_at: now };
}

/** Takes back a deactivation that has not happened yet. */
export async function keepActive(db: Transaction, entity: EntityRow, now: number): Promise<EntityRow> {
  if (entity.state === STATE.Deactivated) {
    throw badField('state', 'final', 'it is deactivated already, which cannot be undone');
  }
  const row = { ...entity, deactivate_after: null, force_deactivation: null, changed_at: now };
  await updateEntity(db, row);
  return row;
}

/** Deactivates one entity that is due; false when none is. Safe to run in several processes at once. */
export async function deactivateDue(db: Database, now: number): Promise<boolean> {
  const due = 'deactivate_after < $now AND state <> $deactivated';
  const values = { now, deactivated: STATE.Deactivated };
  const [any] = await db.select(`SELECT id FROM entities WHERE ${due} LIMIT 1`, values);
  if (!any) return false;
  return db.write(async (transaction) => {
    const [entity] = await transaction.select<EntityRow>(
      `SELECT ${ENTITY_COLUMNS} FROM entities
        WHERE ${due} ORDER BY deactivate_after, id LIMIT 1 ${transaction.forUpdate}`,
      values,
    );
    if (!entity) return false;
    const force = entity.force_deactivation === 1;
    await deactivateNow(transaction, entity, force, now, entity.deactivate_after!);
    await audit(transaction, { actor: 'portal', now, action: 'scheduled deactivation', entity });
    return true;
  });
}
