/** Notifications of all registers that somebody may see, those that have ended too. */
import { type Caller, permissionsAt, realms } from '../access/caller.ts';
import type { Queries } from '../database/database.ts';
import { STATE } from '../entities/entity.ts';
import { beneath } from '../entities/store.ts';
import { localParameters } from './active-notifications.ts';
import { type EventParameters, eventCode, type Level } from './notifications.ts';
import { eventText, type Wording } from './texts.ts';

/** Which ones: those that go on, those that are over, or both. */
export const OPEN = ['open', 'ended', 'all'] as const;

/** What is searched for; what is left out counts for nothing. */
export interface NotificationCriteria {
  companyId?: number | undefined;
  level?: Level | undefined;
  open: (typeof OPEN)[number];
}

/** A row with everything that a notification is about. */
export interface FullRow {
  id: number;
  code: string;
  level: Level;
  parameters: string;
  began_at: number;
  ended_at: number | null;
  company_id: number;
  company_name: string;
  company_path: string;
  country_code: string | null;
  location_id: number | null;
  location_name: string | null;
  register_id: number;
  rn: string;
  register_name: string | null;
}

/** A condition with its parameters, for statements on {@link FROM}. */
interface Condition {
  sql: string;
  parameters: Record<string, string | number>;
}

const COLUMNS = `n.id, n.code, n.level, n.parameters, n.began_at, n.ended_at, n.company_id, n.register_id,
  c.name AS company_name, c.path AS company_path, c.country_code, r.location_id, l.name AS location_name, r.rn, r.name AS register_name`;

const FROM = `notifications n
  JOIN registers r ON r.company_id = n.company_id AND r.id = n.register_id
  JOIN entities c ON c.id = n.company_id
  LEFT JOIN entities l ON l.id = r.location_id`;

/**
 * Notifications of productive companies that a caller may see: those of companies that he may read, and of
 * locations. Null: there is nothing that he may read.
 */
function visibleTo(caller: Caller): Condition | null {
  const places = realms(caller, 'ReadCompany').map((path, i) => beneath(path, `realm${i}`));
  if (places.length === 0) return null;
  const within = places.map(({ sql }) => {
    const of = (table: string) => sql.replaceAll('path ', `${table}.path `);
    return `${of('c')} OR ${of('l')}`;
  });
  return {
    sql: `c.state = ${STATE.Productive} AND (${within.join(' OR ')})`,
    parameters: Object.assign({}, ...places.map(({ parameters }) => parameters)) as Condition['parameters'],
  };
}

/**
 * Rows that a caller may see and that meet a condition of the columns of `n`.
 * @param limit rows at most
 */
export async function visibleRows(
  db: Queries,
  caller: Caller,
  { sql, parameters }: Condition,
  { order, offset = 0, limit }: { order: string; offset?: number; limit: number },
): Promise<FullRow[]> {
  const visible = visibleTo(caller);
  if (visible === null) return [];
  return db.select<FullRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${visible.sql} AND ${sql} ORDER BY ${order} LIMIT $limit OFFSET $offset`,
    { ...visible.parameters, ...parameters, offset, limit },
  );
}

/** Whether a caller may read the company of a row, which whoever has a role on a location alone may not. */
export function mayReadCompany(caller: Caller, { company_path: path }: FullRow): boolean {
  return permissionsAt(caller, path).has('ReadCompany');
}

/** How many rows {@link visibleRows} has, by company, the most first. */
async function countByCompany(
  db: Queries,
  caller: Caller,
  { sql, parameters }: Condition,
): Promise<{ companyId: number; name: string; count: number }[]> {
  const visible = visibleTo(caller);
  if (visible === null) return [];
  const rows = await db.select<{ id: number; name: string; count: number }>(
    `SELECT n.company_id AS id, c.name AS name, COUNT(*) AS count FROM ${FROM}
      WHERE ${visible.sql} AND ${sql} GROUP BY n.company_id, c.name ORDER BY COUNT(*) DESC, n.company_id`,
    { ...visible.parameters, ...parameters },
  );
  return rows.map(({ id, name, count }) => ({ companyId: id, name, count }));
}

/** A notification with its texts. */
export interface FoundNotification {
  notificationId: number;
  code: string;
  level: Level;
  title: string;
  fix: string;
  /** ISO 8601. */
  beganTimestamp: string;
  /** Null: it goes on. */
  endedTimestamp: string | null;
  companyId: number;
  companyName: string;
  /** Whether the caller may read the company, and with it the pages of its registers. */
  mayReadCompany: boolean;
  locationId: number | null;
  locationName: string | null;
  registerId: number;
  registerNumber: string;
  registerName: string | null;
}

/** Answer of a search. */
export interface FoundNotifications {
  items: FoundNotification[];
  totalCount: number;
  offset: number;
  limit: number;
  /** Companies that have any of this kind, whichever company was asked for. */
  companies: { companyId: number; name: string; count: number }[];
}

/** Companies that are named beside the items. */
const MOST_COMPANIES = 250;

/** Notifications that a caller may see and that meet all criteria, the newest first. */
export async function searchNotifications(
  db: Queries,
  caller: Caller,
  { companyId, level, open }: NotificationCriteria,
  { offset, limit, wording }: { offset: number; limit: number; wording: Wording },
): Promise<FoundNotifications> {
  const conditions = [
    { open: 'n.ended_at IS NULL', ended: 'n.ended_at IS NOT NULL', all: '1 = 1' }[open],
    // What is the matter with a register that is deactivated is nobody's business any more.
    ...(open === 'open' ? [`r.state <> ${STATE.Deactivated}`] : []),
    ...(level === undefined ? [] : ['n.level = $level']),
  ];
  const parameters: Condition['parameters'] = level === undefined ? {} : { level };
  const companies = await countByCompany(db, caller, { sql: conditions.join(' AND '), parameters });
  if (companyId !== undefined) {
    conditions.push('n.company_id = $company');
    parameters.company = companyId;
  }
  const rows = await visibleRows(
    db,
    caller,
    { sql: conditions.join(' AND '), parameters },
    { order: 'n.began_at DESC, n.id DESC', offset, limit },
  );
  const counted = companies.filter((one) => companyId === undefined || one.companyId === companyId);
  return {
    items: rows.map((row) => found(row, wording, caller)),
    totalCount: counted.reduce((sum, { count }) => sum + count, 0),
    ...{ offset, limit },
    companies: companies.slice(0, MOST_COMPANIES),
  };
}

function found(row: FullRow, wording: Wording, caller: Caller): FoundNotification {
  return {
    notificationId: row.id,
    code: eventCode(row.code),
    level: row.level,
    ...textOf(row, wording),
    beganTimestamp: new Date(row.began_at).toISOString(),
    endedTimestamp: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
    companyId: row.company_id,
    companyName: row.company_name,
    mayReadCompany: mayReadCompany(caller, row),
    locationId: row.location_id,
    locationName: row.location_name,
    registerId: row.register_id,
    registerNumber: row.rn,
    registerName: row.register_name,
  };
}

/**
 * Title of a notification, and what to do.
 * @param change what becomes of its parameters first
 */
export function textOf(
  row: FullRow,
  wording: Wording,
  change: (params: EventParameters) => EventParameters = (params) => params,
): { title: string; fix: string } {
  return eventText(wording, eventCode(row.code), change(localParameters(row, row.country_code)));
}
