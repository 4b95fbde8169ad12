/** Licences as registers see them: by their keys (doc 2, POST /lic). */
import { audit } from '../audit.ts';
import type { Queries, Transaction } from '../database/database.ts';
import { findEntity } from '../entities/store.ts';
import { notFound, Problem } from '../problem.ts';
import {
  giveLicense,
  LICENSE_COLUMNS,
  type LicenseRow,
  licenseState,
  type LicenseState,
} from './licenses.ts';
import { productOf } from './products.ts';
import type { RegisterRow } from './register.ts';

/** What a register is told of a licence. */
export interface KeyAnswer {
  licenseKey: string;
  productId: number;
  kind: string | null;
  state: LicenseState;
  /** Whose it is. */
  register: 'this' | 'other' | 'none';
  /** ISO 8601; null: it goes on. */
  endsTimestamp: string | null;
}

/** What keys are written with, whatever the portal gives out (doc 2, POST /lic). */
const KEY = /^[A-Z0-9-]{8,64}$/i;

/** A licence by its key, in letters of either case. */
export async function findByKey(db: Queries, companyId: number, key: string): Promise<LicenseRow | null> {
  if (!KEY.test(key)) return null;
  const [row] = await db.select<LicenseRow>(
    `SELECT ${LICENSE_COLUMNS} FROM licenses WHERE company_id = $companyId AND license_key = $key`,
    { companyId, key: key.toUpperCase() },
  );
  return row ?? null;
}

/**
 * Gives a free licence to a register; its own one stays.
 * @throws Problem as {@link giveLicense}, and 409 when another register has it
 */
export async function activateLicense(
  db: Transaction,
  register: { company_id: number; id: number; rn: string },
  key: string,
  now: number,
): Promise<LicenseRow> {
  const company = (await findEntity(db, register.company_id, db.forUpdate))!;
  const row = await findByKey(db, company.id, key);
  if (!row) throw notKnown();
  if (row.register_id === register.id && row.ended_at === null) return row;
  if (row.register_id !== null)
    throw new Problem(409, 'another register has this licence: free it in the portal');
  await giveLicense(db, row, register.id);
  const actor = `register ${register.id} ${register.rn}`;
  const detail = { licenseId: row.id, registerId: register.id };
  await audit(db, { actor, now, action: 'licence assigned', entity: company, detail });
  return { ...row, register_id: register.id };
}

/**
 * What a register is told.
 * @throws Problem 404 when there is no such licence
 */
export function keyAnswer(register: Pick<RegisterRow, 'id'>, row: LicenseRow | null): KeyAnswer {
  if (!row) throw notKnown();
  const end = row.ended_at ?? row.ends_at;
  return {
    licenseKey: row.license_key,
    productId: row.product_id,
    kind: productOf(row.product_id)?.kind ?? null,
    state: licenseState(row),
    register: row.register_id === null ? 'none' : row.register_id === register.id ? 'this' : 'other',
    endsTimestamp: end === null ? null : new Date(end).toISOString(),
  };
}

function notKnown(): Problem {
  return notFound('licence with this key in the company of the register');
}
