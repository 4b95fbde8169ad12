/**
 * Base data of registers (Cfg, doc 3), maintained in the portal and taken by
 * the registers: what company and location say of themselves, with what is kept
 * in addition. A change of the company is a change of all its registers.
 */
import { createHash } from 'node:crypto';
import { countryOf } from '../../countries/list.ts';
import { type Cfg, readCfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { ILLEGAL_CHARACTER, type Tree } from '../../receipt/tree.ts';
import type { Queries } from '../database/database.ts';
import { ENTITY_COLUMNS, type EntityRow } from '../entities/entity.ts';
import type { CompanyData, LocationData, RegisterData } from './base-data-fields.ts';
import type { RegisterRow } from './register.ts';

/** What base data are for, as it is kept. */
export type Scope = 'company' | `location ${number}` | `register ${number}`;

/** What a register is to have, or why it would refuse it. */
export type BaseData = { cfg: Partial<Cfg>; tag: string } | { issues: Issue[] };

type Place = Pick<RegisterRow, 'company_id' | 'id' | 'location_id' | 'tt'>;

/** Base data of a register. */
export async function baseDataOf(db: Queries, register: Place): Promise<BaseData> {
  const { company_id: companyId, location_id: locationId, id } = register;
  const entities = await db.select<EntityRow>(
    `SELECT ${ENTITY_COLUMNS} FROM entities WHERE id = $companyId OR id = $locationId`,
    { companyId, locationId: locationId ?? companyId },
  );
  const rows = await db.select<{ scope: Scope; data: string }>(
    `SELECT scope, data FROM base_data
      WHERE company_id = $companyId AND scope IN ('company', $locationScope, $registerScope)`,
    { companyId, locationScope: `location ${locationId ?? 0}`, registerScope: `register ${id}` },
  );
  const kept = (scope: Scope) => {
    const row = rows.find((candidate) => candidate.scope === scope);
    return row ? (JSON.parse(row.data) as object) : {};
  };
  const location = entities.find((entity) => entity.id === locationId);
  return checked({
    ...companyParts(
      entities.find((entity) => entity.id === companyId)!,
      kept('company'),
    ),
    ...(location && locationParts(location, kept(`location ${location.id}`))),
    ...registerParts(register, kept(`register ${id}`)),
  });
}

/** Base data as a register reads them. */
export function checked(parts: object): BaseData {
  const read = readCfg({ Cfg: JSON.parse(JSON.stringify(parts)) as Tree });
  if ('issues' in read) return read;
  const { cfg } = read;
  const issues = cfg.Cmp ? countryOf(cfg.Cmp.Ctry).checkCfg(cfg as Cfg) : [];
  if (issues.length > 0) return { issues };
  return { cfg, tag: createHash('sha256').update(JSON.stringify(cfg)).digest('base64url') };
}

/** What a company is called in all of its registers, with what is kept in addition. */
export function companyParts(company: EntityRow, { Doc, DE_Agentur, ...more }: CompanyData): object {
  return {
    Cmp: {
      ...more,
      Nam: clean(company.name),
      Adr: clean(company.address),
      Zip: clean(company.zip),
      City: clean(company.city),
      Ctry: company.country_code,
      TaxId: clean(company.tax_id),
    },
    ...(Doc && { Doc }),
    ...(DE_Agentur && { DE_Agentur }),
  };
}

/** The same of a location. */
export function locationParts(location: EntityRow, more: LocationData): object {
  return {
    Loc: {
      ...more,
      TL: clean(location.identification),
      Nam: clean(location.name),
      Adr: clean(location.address),
      Zip: clean(location.zip),
      City: clean(location.city),
      Ctry: location.country_code,
    },
  };
}

/**
 * The same of a register. A record is replaced as a whole by the register:
 * where its terminal is not known, what it has itself must stay.
 */
export function registerParts({ tt }: Pick<RegisterRow, 'tt'>, { Dev, ...more }: RegisterData): object {
  return { ...(tt !== null && { Trm: { ...more, TT: tt } }), ...(Dev && { Dev }) };
}

/** Without characters that no receipt may have: entities take any text. */
function clean(text: string | null): string | null {
  return text?.replaceAll(new RegExp(ILLEGAL_CHARACTER, 'gu'), ' ') ?? null;
}
