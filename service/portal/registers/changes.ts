/** Changing and deactivating registers by people. */
import { auditCall, differences } from '../audit.ts';
import type { Queries, Transaction } from '../database/database.ts';
import { type EntityRow, KIND, STATE } from '../entities/entity.ts';
import type { Context } from '../entities/organizations.ts';
import { findEntity } from '../entities/store.ts';
import { badField, notFound } from '../problem.ts';
import { endRegisters, oneRegister } from './beneath.ts';
import { freeLicenses } from './licenses.ts';
import { findRegister, REGISTER_COLUMNS, type RegisterRow } from './register.ts';

/**
 * A register of a company for a call.
 * @throws Problem 404
 */
export async function registerOf(
  db: Queries,
  company: EntityRow,
  registerId: number,
  lock = '',
): Promise<RegisterRow> {
  const register = await findRegister(db, company.id, registerId, lock);
  if (!register) throw notFound(`register ${registerId} in this company`);
  return register;
}

/**
 * Replaces what people say of a register.
 * @param body location null: it stands in the company itself
 * @throws Problem for a location that it cannot be in
 */
export async function changeRegister(
  call: Context,
  company: EntityRow,
  registerId: number,
  body: { name?: string | null | undefined; locationId?: number | null | undefined },
): Promise<RegisterRow> {
  const before = await registerOf(call.db, company, registerId, call.db.forUpdate);
  const after = { ...before, name: body.name || null, location_id: body.locationId ?? null };
  if (after.location_id !== null && after.location_id !== before.location_id) {
    await checkLocation(call.db, company, before, after.location_id);
  }
  await call.db.run(
    'UPDATE registers SET name = $name, location_id = $locationId WHERE company_id = $companyId AND id = $registerId',
    { name: after.name, locationId: after.location_id, companyId: company.id, registerId },
  );
  await auditCall(call, 'register changed', company, { registerId, ...differences(before, after) });
  return after;
}

async function checkLocation(
  db: Transaction,
  company: EntityRow,
  register: RegisterRow,
  locationId: number,
): Promise<void> {
  const location = await findEntity(db, locationId, db.forUpdate);
  if (location?.kind !== KIND.location || location.parent_id !== company.id) {
    throw badField('locationId', 'unknown', `the company has no location ${locationId}`);
  }
  if (location.state !== register.state) {
    // What was sold for tests must never get among real sales, nor the other way round.
    throw badField('locationId', 'otherState', 'a register can only move to a location in the same state');
  }
}

/** Deactivates a register; it is not asked whether it was deactivated before. Its licences become free. */
export async function deactivateRegister(
  call: Context,
  company: EntityRow,
  registerId: number,
): Promise<RegisterRow> {
  const { db, now } = call;
  const before = await registerOf(db, company, registerId, db.forUpdate);
  if (before.state === STATE.Deactivated) return before;
  await endRegisters(db, oneRegister(before), now);
  await freeLicenses(db, company.id, registerId);
  await auditCall(call, 'register deactivated', company, { registerId, registerNumber: before.rn });
  return { ...before, state: STATE.Deactivated };
}

/** All registers of a company, by name. */
export function registersOf(db: Queries, company: EntityRow): Promise<RegisterRow[]> {
  return db.select<RegisterRow>(
    `SELECT ${REGISTER_COLUMNS} FROM registers WHERE company_id = $companyId ORDER BY rn, id`,
    { companyId: company.id },
  );
}
