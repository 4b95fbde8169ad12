/** Licences and fiscal units that were bought for registers. */
import { audit, auditCall } from '../audit.ts';
import { type Database, isDuplicate, type Queries, type Transaction } from '../database/database.ts';
import { type EntityRow, KIND, STATE } from '../entities/entity.ts';
import type { Context } from '../entities/organizations.ts';
import { findEntity } from '../entities/store.ts';
import { badField, notFound, Problem } from '../problem.ts';
import { registersIn } from './beneath.ts';
import { noticeEnd, productOf, PRODUCTS } from './products.ts';
import { findRegister } from './register.ts';

/** A row of the table `licenses`. */
export interface LicenseRow {
  company_id: number;
  id: number;
  purchase_id: number;
  product_id: number;
  license_key: string;
  /** Null: it is free. */
  register_id: number | null;
  created_at: number;
  /** Until then it goes on after it was ended. */
  ends_at: number | null;
  ended_at: number | null;
}

/** Columns of {@link LicenseRow}, for statements. */
export const LICENSE_COLUMNS =
  'company_id, id, purchase_id, product_id, license_key, register_id, created_at, ends_at, ended_at';

/** Licences that end in one transaction. */
const BATCH = 200;

/** In force, until the end of its notice period, or no more. */
export type LicenseState = 'Active' | 'Ending' | 'Ended';

/** The state of a licence. */
export function licenseState({ ends_at, ended_at }: LicenseRow): LicenseState {
  if (ended_at !== null) return 'Ended';
  return ends_at === null ? 'Active' : 'Ending';
}

/** How licences end with what they belong to. */
export interface End {
  /** Fiscal units end at once instead of after their notice period. */
  force: boolean;
  /** Since when they do not belong to anything any more, milliseconds since 1970; not after `now`. */
  since: number;
  now: number;
}

/** All licences of a company, the newest first. */
export function licensesOf(db: Queries, company: EntityRow): Promise<LicenseRow[]> {
  return db.select<LicenseRow>(
    `SELECT ${LICENSE_COLUMNS} FROM licenses WHERE company_id = $companyId ORDER BY id DESC`,
    { companyId: company.id },
  );
}

async function licenseOf(db: Transaction, company: EntityRow, id: number): Promise<LicenseRow> {
  const [row] = await db.select<LicenseRow>(
    `SELECT ${LICENSE_COLUMNS} FROM licenses WHERE company_id = $companyId AND id = $id ${db.forUpdate}`,
    { companyId: company.id, id },
  );
  if (!row) throw notFound(`licence ${id} in this company`);
  return row;
}

/**
 * Gives a licence to a register, or frees it.
 * @throws Problem 404; 400 for a register that cannot have it; 409 for a licence that has ended
 */
export async function assignLicense(
  call: Context,
  company: EntityRow,
  licenseId: number,
  registerId: number | null,
): Promise<LicenseRow> {
  const row = await licenseOf(call.db, company, licenseId);
  await giveLicense(call.db, row, registerId);
  await auditCall(call, 'licence assigned', company, { licenseId, registerId });
  return { ...row, register_id: registerId };
}

/** Gives a licence to a register of its company, or frees it; see {@link assignLicense}. */
export async function giveLicense(
  db: Transaction,
  row: LicenseRow,
  registerId: number | null,
): Promise<void> {
  if (row.ended_at !== null) throw new Problem(409, `licence ${row.id} has ended`);
  if (registerId !== null) {
    const register = await findRegister(db, row.company_id, registerId);
    if (!register) throw badField('registerId', 'unknown', `the company has no register ${registerId}`);
    if (register.state === STATE.Deactivated) {
      throw badField('registerId', 'deactivated', `register ${registerId} is deactivated`);
    }
  }
  await db
    .run('UPDATE licenses SET register_id = $registerId WHERE company_id = $companyId AND id = $id', {
      ...{ registerId, companyId: row.company_id, id: row.id },
    })
    .catch((error: unknown) => {
      const message = `register ${registerId} has a licence of this product already`;
      throw isDuplicate(error) ? badField('registerId', 'taken', message) : error;
    });
}

/** Ends a licence, fiscal units after their notice period. Asked again, the earlier end stays. */
export async function endLicense(call: Context, company: EntityRow, licenseId: number): Promise<LicenseRow> {
  const row = await licenseOf(call.db, company, licenseId);
  if (row.ended_at !== null || row.ends_at !== null) return row;
  const endsAt = noticeEnd(call.now, productOf(row.product_id) ?? { noticeMonths: 0 }, company.country_code);
  const ended = { ...row, ends_at: endsAt, ended_at: endsAt <= call.now ? endsAt : null };
  await call.db.run(
    'UPDATE licenses SET ends_at = $endsAt, ended_at = $endedAt WHERE company_id = $companyId AND id = $licenseId',
    { endsAt, endedAt: ended.ended_at, companyId: company.id, licenseId },
  );
  await auditCall(call, 'licence ended', company, { licenseId, endsAt });
  return ended;
}

/** Frees the licences of a register that is no more; others of the company may use them. */
export async function freeLicenses(db: Transaction, companyId: number, registerId: number): Promise<void> {
  await db.run(
    `UPDATE licenses SET register_id = NULL
      WHERE company_id = $companyId AND register_id = $registerId AND ended_at IS NULL`,
    { companyId, registerId },
  );
}

/**
 * Ends the licences beneath an entity that is deactivated. Those of registers of
 * a location become free, because the company goes on; its fiscal units end.
 */
export async function endLicenses(
  db: Transaction,
  entity: EntityRow,
  { force, since, now }: End,
): Promise<void> {
  const { sql, parameters } = registersIn(entity);
  const isLocation = entity.kind === KIND.location;
  const place = isLocation
    ? `(company_id, register_id) IN (SELECT company_id, id FROM registers WHERE ${sql})`
    : sql;
  const units = PRODUCTS.filter(({ kind }) => kind === 'fiscalUnit');
  const unitIds = units.map(({ id }) => id).join(', ');
  await db.run(
    `UPDATE licenses SET ${isLocation ? 'register_id = NULL' : 'ends_at = $since, ended_at = $since'}
      WHERE ended_at IS NULL AND product_id NOT IN (${unitIds}) AND ${place}`,
    { ...parameters, ...(!isLocation && { since }) },
  );
  for (const unit of units) {
    const endsAt = force ? since : noticeEnd(since, unit, entity.country_code);
    const done = endsAt <= now ? ', ended_at = $endsAt' : '';
    await db.run(
      `UPDATE licenses SET ends_at = $endsAt${done}
        WHERE ended_at IS NULL AND (ends_at IS NULL OR ends_at > $endsAt) AND product_id = $product AND ${place}`,
      { ...parameters, endsAt, product: unit.id },
    );
  }
}

/** Ends some of what has become due; true when there may be more. Safe to run in several processes at once. */
export async function endDueLicenses(db: Database, now: number): Promise<boolean> {
  const [any] = await db.select(`SELECT id FROM licenses WHERE ${ENDED} LIMIT 1`, { now });
  return any !== undefined && (await db.write((transaction) => endSome(transaction, now))) === BATCH;
}

const ENDED = 'ended_at IS NULL AND ends_at <= $now';

async function endSome(db: Transaction, now: number): Promise<number> {
  const rows = await db.select<Pick<LicenseRow, 'company_id' | 'id' | 'product_id'>>(
    `UPDATE licenses SET ended_at = ends_at
      WHERE (company_id, id) IN (SELECT company_id, id FROM licenses WHERE ${ENDED} LIMIT ${BATCH} ${db.forUpdate})
        AND ${ENDED}
      RETURNING company_id, id, product_id`,
    { now },
  );
  for (const { company_id: companyId, id: licenseId, product_id: productId } of rows) {
    const entity = (await findEntity(db, companyId))!;
    const detail = { licenseId, productId };
    await audit(db, { actor: 'portal', now, action: 'licence ended', entity, detail });
  }
  return rows.length;
}
