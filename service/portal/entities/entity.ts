/** Organizations, companies and locations as they are kept and as they are answered (doc 1; answer 28). */
import { zonedTimestamp } from './year-end.ts';

/** Kinds of entities, as they are kept. */
export const KIND = { organization: 1, company: 2, location: 3 } as const;

/** Name of a kind. */
export type KindName = keyof typeof KIND;

/** States with the numeric codes of the specification. */
export const STATE = { Productive: 10, Test: 9, Deactivated: 8 } as const;

/** Name of a state. */
export type StateName = keyof typeof STATE;

/** A row of the table `entities`. */
export interface EntityRow {
  id: number;
  kind: number;
  parent_id: number;
  /** Ids from the root down to the entity: `/1/2/17/`. */
  path: string;
  state: number;
  name: string;
  address: string | null;
  city: string | null;
  zip: string | null;
  country_code: string | null;
  invoice_email: string | null;
  user_comment: string | null;
  tax_id: string | null;
  ignore_tax_id: number | null;
  country_properties: string | null;
  identification: string | null;
  /** Milliseconds since 1970, as all points in time. */
  created_at: number;
  changed_at: number;
  deactivate_after: number | null;
  force_deactivation: number | null;
}

/** Columns of {@link EntityRow}, for statements. */
export const ENTITY_COLUMNS =
  'id, kind, parent_id, path, state, name, address, city, zip, country_code, invoice_email, user_comment, ' +
  'tax_id, ignore_tax_id, country_properties, identification, created_at, changed_at, deactivate_after, force_deactivation';

/** Name of the kind of an entity. */
export function kindOf(row: Pick<EntityRow, 'kind'>): KindName {
  return row.kind === KIND.company ? 'company' : row.kind === KIND.location ? 'location' : 'organization';
}

/** Name of a state by its code. */
export function stateName(code: number): StateName {
  return code === STATE.Productive ? 'Productive' : code === STATE.Test ? 'Test' : 'Deactivated';
}

/** Ids of the entities above and including the one of a path, from the root down. */
export function idsOf(path: string): number[] {
  return path.split('/').filter(Boolean).map(Number);
}

/** An entity as operations answer it. */
export function toResult(row: EntityRow): Record<string, unknown> {
  const kind = kindOf(row);
  const own = {
    organization: {},
    company: {
      taxId: row.tax_id,
      ignoreTaxId: row.ignore_tax_id === 1,
      countryProperties: JSON.parse(row.country_properties ?? 'null') as unknown,
    },
    location: { locationIdentification: row.identification },
  };
  return {
    [`${kind}Id`]: row.id,
    parentEntityId: row.parent_id,
    name: row.name,
    ...own[kind],
    address: row.address,
    city: row.city,
    zip: row.zip,
    countryCode: row.country_code,
    invoiceEmailAddress: row.invoice_email,
    userComment: row.user_comment,
    state: stateName(row.state),
    createdTimestamp: new Date(row.created_at).toISOString(),
    changedTimestamp: new Date(row.changed_at).toISOString(),
    deactivateAfterTimestamp:
      row.deactivate_after === null ? null : zonedTimestamp(row.deactivate_after, row.country_code),
  };
}
