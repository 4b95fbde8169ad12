/** Searching organizations and companies (doc 1, Search request). */
import type { z } from 'zod';
import { plainTaxId } from '../../receipt/tax-id.ts';
import { type Caller, realms } from '../access/caller.ts';
import type { Queries } from '../database/database.ts';
import { ROOT_ID } from '../database/migrations/0001-portal.ts';
import { ENTITY_COLUMNS, type EntityRow, KIND, STATE, toResult } from './entity.ts';
import { extendedMoment, type searchCompanies } from './fields.ts';
import { beneath, searchable } from './store.ts';

/** Criteria of a search; those of organizations lack some. */
export type Criteria = Partial<z.output<typeof searchCompanies>> | { orderByField?: string | null };

/** Page of a search (answer 28). */
export interface Found {
  items: Record<string, unknown>[];
  totalCount: number;
  offset: number;
  limit: number;
}

const DEFAULT_LIMIT = 100;

/** Columns of the fields that can be sorted by. */
const COLUMNS: Record<string, string> = {
  name: 'sort_name',
  address: 'address',
  city: 'city',
  zip: 'zip',
  countryCode: 'country_code',
  state: 'state',
  userComment: 'user_comment',
  invoiceEmailAddress: 'invoice_email',
  createdTimestamp: 'created_at',
  changedTimestamp: 'changed_at',
  deactivateAfterTimestamp: 'deactivate_after',
  organizationId: 'id',
  companyId: 'id',
  parentEntityId: 'parent_id',
  taxId: 'tax_id',
};

/** Entities of a kind that a caller may read and that meet all criteria. */
export async function searchEntities(
  db: Queries,
  caller: Caller,
  kind: 'organization' | 'company',
  given: Criteria,
): Promise<Found> {
  const { rows, ...page } = await findEntities(db, realms(caller, 'ReadCompany'), kind, given);
  return { items: rows.map(toResult), ...page };
}

/** The same of a kind beneath some paths, as they are kept. */
export async function findEntities(
  db: Queries,
  paths: readonly string[],
  kind: 'organization' | 'company',
  given: Criteria,
): Promise<Omit<Found, 'items'> & { rows: EntityRow[] }> {
  const criteria = given as Partial<z.output<typeof searchCompanies>>;
  const offset = criteria.offset ?? 0;
  const limit = criteria.limit ?? DEFAULT_LIMIT;
  const places = paths.map((path, i) => beneath(path, `realm${i}`));
  if (places.length === 0) return { rows: [], totalCount: 0, offset, limit };
  // The root is not for anybody; by its path, so that counting needs nothing but the index.
  const conditions = [
    'kind = $kind',
    `path <> '/${ROOT_ID}/'`,
    `(${places.map(({ sql }) => sql).join(' OR ')})`,
  ];
  const parameters: Record<string, string | number> = { kind: KIND[kind] };
  for (const place of places) Object.assign(parameters, place.parameters);
  addConditions(criteria, conditions, parameters);
  const where = conditions.join(' AND ');
  const order = COLUMNS[criteria.orderByField ?? 'name']!;
  const direction: Direction = criteria.orderDescending ? 'DESC' : 'ASC';
  const page = { ...parameters, limit, offset };
  if (criteria.searchText)
    return { ...(await foundThenSorted(db, { where, order, direction }, page)), offset, limit };
  const [count] = await db.select<{ count: number }>(
    `SELECT COUNT(*) AS count FROM entities WHERE ${where}`,
    parameters,
  );
  const rows = await db.select<EntityRow>(
    `SELECT ${ENTITY_COLUMNS} FROM entities WHERE ${where}
      ORDER BY ${order} ${direction}, id ${direction} LIMIT $limit OFFSET $offset`,
    page,
  );
  return { rows, totalCount: count!.count, offset, limit };
}

type Direction = 'ASC' | 'DESC';

/**
 * A page of what few are, and how many there are in all: the order of an index would be followed through
 * nearly all until a page is full, and texts would be compared once for the page and once for the number.
 */
async function foundThenSorted(
  db: Queries,
  { where, order, direction }: { where: string; order: string; direction: Direction },
  parameters: Record<string, string | number>,
): Promise<Pick<Found, 'totalCount'> & { rows: EntityRow[] }> {
  const rows = await db.select<Counted<EntityRow | { id: null }>>(
    `WITH found AS MATERIALIZED (SELECT id, ${order} AS place FROM entities WHERE ${where}),
      page AS (SELECT * FROM found ORDER BY place ${direction}, id ${direction} LIMIT $limit OFFSET $offset),
      counted AS (SELECT COUNT(*) AS total FROM found)
      SELECT total, ${ENTITY_COLUMNS} FROM counted LEFT JOIN page ON TRUE LEFT JOIN entities USING (id)
      ORDER BY place ${direction}, id ${direction}`,
    parameters,
  );
  // A page behind the last one has a row with nothing but the number.
  const onPage = rows.filter((row): row is Counted<EntityRow> => row.id !== null);
  return { rows: onPage, totalCount: rows[0]!.total };
}

type Counted<Row> = Row & { total: number };

function addConditions(
  criteria: Partial<z.output<typeof searchCompanies>>,
  conditions: string[],
  parameters: Record<string, string | number>,
): void {
  const add = (condition: string, values: Record<string, string | number> = {}) => {
    conditions.push(condition);
    Object.assign(parameters, values);
  };
  const { parentEntityId, createdAfter, hasUserComment, searchText, state, countryCode } = criteria;
  if (parentEntityId) add('parent_id = $parent', { parent: parentEntityId });
  if (createdAfter)
    add('created_at > $createdAfter', { createdAfter: utcTime(extendedMoment(createdAfter)) });
  if (hasUserComment === true) add('user_comment IS NOT NULL');
  if (hasUserComment === false) add('user_comment IS NULL');
  if (criteria.hasDeactivateAfterTimestamp === true) add('deactivate_after IS NOT NULL');
  if (criteria.hasDeactivateAfterTimestamp === false) add('deactivate_after IS NULL');
  if (state) add('state = $state', { state: STATE[state] });
  if (countryCode) add('country_code = $countryCode', { countryCode: countryCode.toUpperCase() });
  if (searchText) {
    const taxId = searchable(plainTaxId(searchText));
    const texts = TAX_ID_LIKE.test(taxId) ? [searchText, taxId] : [searchText];
    // Written without blanks and dots a tax id is both; nothing is compared twice.
    const patterns = [...new Set(texts.map(pattern))];
    const values = Object.fromEntries(patterns.map((text, i) => [`text${i}`, text]));
    const likes = Object.keys(values).map((name) => `search_text LIKE $${name} ESCAPE '\\'`);
    add(`(${likes.join(' OR ')})`, values);
  }
}

/** A tax id, or the beginning of one, without what people write in between. */
const TAX_ID_LIKE = /^[a-z]{0,3}\d[\da-z]{3,}$/;

/** What is searched for anywhere in a text; signs of LIKE are taken as they are. */
function pattern(text: string): string {
  return `%${searchable(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/** A point in time; without an offset it is taken as UTC. */
function utcTime(text: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes('T') ? text : `${text}Z`);
}
