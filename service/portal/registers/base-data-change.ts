/** Keeping base data: nothing is kept that a register would refuse. */
import type { z } from 'zod';
import { auditCall } from '../audit.ts';
import type { Queries } from '../database/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import type { Context } from '../entities/organizations.ts';
import { findEntity } from '../entities/store.ts';
import { badField, type FieldError, invalid } from '../problem.ts';
import { checked, companyParts, locationParts, registerParts, type Scope } from './base-data.ts';
import type { baseDataRequest, CompanyData, LocationData, RegisterData } from './base-data-fields.ts';
import { findRegister } from './register.ts';

/** What is kept of a company in addition to what it says itself. */
export interface KeptBaseData {
  companyId: number;
  company: CompanyData;
  /** Those that have any. */
  locations: (LocationData & { locationId: number })[];
  registers: (RegisterData & { registerId: number })[];
}

/** A part of a change: what it is for, and what is to be checked. */
interface Part {
  scope: Scope;
  data: object;
  /** As a register would get it. */
  cfg: object;
  /** Where its fields are in the request. */
  field: string;
}

/** What is kept. */
export async function keptBaseData(db: Queries, company: EntityRow): Promise<KeptBaseData> {
  const rows = await db.select<{ scope: string; data: string }>(
    'SELECT scope, data FROM base_data WHERE company_id = $companyId ORDER BY scope',
    { companyId: company.id },
  );
  const all: KeptBaseData = { companyId: company.id, company: {}, locations: [], registers: [] };
  for (const { scope, data } of rows) {
    const [kind, id] = scope.split(' ');
    const values = JSON.parse(data) as object;
    if (kind === 'company') all.company = values;
    else if (kind === 'location') all.locations.push({ locationId: Number(id), ...values });
    else all.registers.push({ registerId: Number(id), ...values });
  }
  return all;
}

/**
 * Keeps a change.
 * @throws Problem that names each field that a register would refuse
 */
export async function changeBaseData(
  call: Context,
  company: EntityRow,
  body: z.output<typeof baseDataRequest>,
): Promise<void> {
  const parts = await partsOf(call, company, body);
  const errors = parts.flatMap((part) => errorsOf(part, company));
  if (errors.length > 0) throw invalid(errors);
  for (const { scope, data } of parts) {
    await call.db.run(
      `INSERT INTO base_data (company_id, scope, data, changed_at) VALUES ($companyId, $scope, $data, $now)
        ON CONFLICT (company_id, scope) DO UPDATE SET data = excluded.data, changed_at = excluded.changed_at`,
      { companyId: company.id, scope, data: JSON.stringify(data), now: call.now },
    );
  }
  await auditCall(call, 'base data changed', company, {
    changes: Object.fromEntries(parts.map(({ scope, data }) => [scope, data])),
  });
}

async function partsOf(
  { db }: Context,
  company: EntityRow,
  { company: data, locations = [], registers = [] }: z.output<typeof baseDataRequest>,
): Promise<Part[]> {
  const parts: Part[] = [];
  if (data) parts.push({ scope: 'company', data, cfg: companyParts(company, data), field: 'company' });
  for (const [i, { locationId, ...more }] of locations.entries()) {
    const location = await findEntity(db, locationId);
    const field = `locations.${i}`;
    if (location?.parent_id !== company.id) throw unknown(`${field}.locationId`, 'location', locationId);
    parts.push({ scope: `location ${locationId}`, data: more, cfg: locationParts(location, more), field });
  }
  for (const [i, { registerId, ...more }] of registers.entries()) {
    const register = await findRegister(db, company.id, registerId);
    const field = `registers.${i}`;
    if (!register) throw unknown(`${field}.registerId`, 'register', registerId);
    parts.push({ scope: `register ${registerId}`, data: more, cfg: registerParts({ tt: '1' }, more), field });
  }
  return parts;
}

function unknown(field: string, kind: string, id: number) {
  return badField(field, 'unknown', `the company has no ${kind} ${id}`);
}

/** What a register would refuse of a part; what the entity itself says wrong is no matter of this change. */
function errorsOf({ cfg, data, field }: Part, company: EntityRow): FieldError[] {
  const whole = { ...companyParts(company, {}), ...cfg };
  const read = checked(whole);
  if (!('issues' in read)) return [];
  return read.issues.flatMap(({ path, text }) => {
    const name = path
      .replace(/^Cfg\.(Cmp|Loc|Trm)\./, '')
      .replace(/^Cfg\./, '')
      .replaceAll(/\[(\d+)\]/g, '.$1');
    if (!Object.hasOwn(data, name.split('.')[0]!)) return [];
    return [{ field: `${field}.${name}`, code: 'refused', message: text }];
  });
}
