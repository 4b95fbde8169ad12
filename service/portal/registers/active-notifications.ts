/** Active notifications as people read them (doc 1, Company notification). */
import type { Queries } from '../database/database.ts';
import { type EntityRow, STATE, stateName } from '../entities/entity.ts';
import { zonedTimestamp } from '../entities/year-end.ts';
import { type ActiveRow, type EventParameters, eventCode, type Level } from './notifications.ts';
import { eventText, type Wording } from './texts.ts';

/** A notification, with the names of the specification. */
export interface Notification {
  RegisterNumber: string;
  EventCode: string;
  DescriptionShort: string;
  DescriptionLong: string;
  CurrentLevel: 'Info' | 'Warning' | 'Error';
  /** ISO 8601. */
  InitialTimestamp: string;
  /** The location that the register is in, else the company. */
  parentEntityId: number;
  CompanyName: string;
  CompanyType: string;
}

/** A notification of a register, as the list of registers has it. */
export interface RegisterProblem {
  code: string;
  level: Level;
  title: string;
  fix: string;
  /** ISO 8601. */
  sinceTimestamp: string;
}

const LEVEL_NAMES = { info: 'Info', warning: 'Warning', error: 'Error' } as const;

/** Parameters of the portal's own events that are points in time, milliseconds since 1970. */
const TIMES = ['since'];
/** A day less than what dates can be, so that time zones fit. */
const MOST_MS = 8.64e15 - 86_400_000;

/** What {@link problemOf} takes of a notification. */
export type ProblemRow = Pick<ActiveRow, 'code' | 'level' | 'parameters' | 'began_at'>;

type Row = ActiveRow & { rn: string; location_id: number | null };

/**
 * Active notifications of the registers of a company and its locations, the
 * newest first. Only those of productive companies are for others to read.
 */
export async function notificationsOf(
  db: Queries,
  company: EntityRow,
  wording: Wording,
): Promise<Notification[]> {
  if (company.state !== STATE.Productive) return [];
  const rows = await activeRows(db, company);
  return rows.map((row) => {
    const { code, title, fix } = problemOf(row, company.country_code, wording);
    return {
      RegisterNumber: row.rn,
      EventCode: code,
      DescriptionShort: title,
      DescriptionLong: fix,
      CurrentLevel: LEVEL_NAMES[row.level],
      InitialTimestamp: new Date(row.began_at).toISOString(),
      parentEntityId: row.location_id ?? company.id,
      CompanyName: company.name,
      CompanyType: stateName(company.state),
    };
  });
}

/** What is the matter with the registers of a company, by register. */
export async function problemsByRegister(
  db: Queries,
  company: EntityRow,
  wording: Wording,
): Promise<Map<number, RegisterProblem[]>> {
  const problems = new Map<number, RegisterProblem[]>();
  for (const row of await activeRows(db, company)) {
    const list = problems.get(row.register_id) ?? [];
    problems.set(row.register_id, list);
    list.push(problemOf(row, company.country_code, wording));
  }
  return problems;
}

function activeRows(db: Queries, { id: companyId }: EntityRow): Promise<Row[]> {
  return db.select<Row>(
    `SELECT n.id, n.register_id, n.code, n.level, n.parameters, n.began_at, r.rn, r.location_id
       FROM notifications n JOIN registers r ON r.company_id = n.company_id AND r.id = n.register_id
      WHERE n.company_id = $companyId AND n.ended_at IS NULL AND r.state <> ${STATE.Deactivated}
      ORDER BY n.began_at DESC, n.id DESC`,
    { companyId },
  );
}

/** A notification in words. */
export function problemOf(row: ProblemRow, country: string | null, wording: Wording): RegisterProblem {
  const code = eventCode(row.code);
  const params = localParameters(row, country);
  return {
    code,
    level: row.level,
    ...eventText(wording, code, params),
    sinceTimestamp: new Date(row.began_at).toISOString(),
  };
}

/** Parameters of a notification, points in time as a clock where the company is shows them. */
export function localParameters(
  { parameters }: Pick<ActiveRow, 'parameters'>,
  country: string | null,
): EventParameters {
  return Object.fromEntries(
    Object.entries(JSON.parse(parameters) as EventParameters).map(([name, value]) =>
      TIMES.includes(name) && isTime(value)
        ? [name, zonedTimestamp(value, country).slice(0, 19)]
        : [name, value],
    ),
  );
}

/** A number of the register's may be none that a calendar has. */
function isTime(value: string | number): value is number {
  return typeof value === 'number' && Math.abs(value) < MOST_MS;
}
