/** States of entities and how they follow each other (doc 1, States and transitions). */
import type { Transaction } from '../database/database.ts';
import { badField } from '../problem.ts';
import { type EntityRow, STATE, type StateName } from './entity.ts';
import { registersIn, testRegisters } from '../registers/beneath.ts';
import { beneath, lockBeneath } from './store.ts';

/**
 * The state in which an entity begins. Under a test entity everything is for tests.
 * @throws Problem when nothing may be created there
 */
export function firstState(parent: EntityRow, wanted: StateName | null | undefined): number {
  if (parent.state === STATE.Deactivated) {
    throw badField(
      'parentEntityId',
      'deactivated',
      `${parent.name} is deactivated: nothing can be created in it`,
    );
  }
  return parent.state === STATE.Test ? STATE.Test : STATE[wanted ?? 'Productive'];
}

/**
 * The state after an update; without a wanted one it stays.
 * @throws Problem for a step that is not allowed
 */
export function nextState(entity: EntityRow, wanted: StateName | null | undefined): number {
  const next = wanted ? STATE[wanted] : entity.state;
  if (next === entity.state) return next;
  if (entity.state === STATE.Deactivated) {
    throw badField('state', 'final', 'a deactivated entity cannot be brought back; create a new one');
  }
  if (next === STATE.Productive) {
    throw badField('state', 'testIsFinal', 'a test entity cannot become productive; create a new one');
  }
  return next;
}

/** A productive entity became one for tests, and with it everything beneath it that was productive. */
export async function testBeneath(db: Transaction, entity: EntityRow, now: number): Promise<number> {
  await lockBeneath(db, entity);
  const { sql, parameters } = beneath(entity.path);
  const change = { productive: STATE.Productive, test: STATE.Test };
  const changed = await db.select<{ id: number }>(
    `UPDATE entities SET state = $test, changed_at = $now WHERE ${sql} AND state = $productive AND id <> $id RETURNING id`,
    { ...parameters, ...change, now, id: entity.id },
  );
  await testRegisters(db, registersIn(entity));
  return changed.length;
}
