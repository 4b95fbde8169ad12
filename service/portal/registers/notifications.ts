/**
 * What is the matter with registers: reported by themselves with each sign of
 * life, or noticed by the portal. A notification begins when its problem is
 * first reported and ends when it is reported no more.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Database, Queries, Transaction } from '../database/database.ts';
import type { RegisterRow } from './register.ts';

/** How bad it is: nothing can be sold, something must be done, worth a look one day. */
export const LEVELS = ['info', 'warning', 'error'] as const;

/** See {@link LEVELS}. */
export type Level = (typeof LEVELS)[number];

/** Values for the placeholders of a text. */
export type EventParameters = Readonly<Record<string, string | number>>;

/** Something that is the matter now. */
export interface Trouble {
  /** Constant such as `NO_CFG`; its text is in the locale files. */
  code: string;
  level: Level;
  params: EventParameters;
}

/** Codes that the portal alone gives; no register can report or end them. */
export const PORTAL_CODES = [
  'OFFLINE',
  'BASE_DATA_INVALID',
  'ARCHIVE_GAP',
  'ARCHIVE_CONFLICT',
  'ARCHIVE_SIGNATURE',
  'ARCHIVE_FOLLOWS',
] as const;

/** Of these, what does not end because a register reports that it is alive. */
const LASTING: readonly string[] = PORTAL_CODES.filter((code) => code !== 'BASE_DATA_INVALID');

/** See {@link PORTAL_CODES}. */
export type PortalCode = (typeof PORTAL_CODES)[number];

/** A notification that has not ended. */
export interface ActiveRow {
  id: number;
  register_id: number;
  /** The constant, and a number behind it where the register has several of a kind. */
  code: string;
  level: Level;
  parameters: string;
  began_at: number;
}

/** What must be done so that the active notifications are those that were reported. */
export interface Changes {
  begin: Trouble[];
  change: { id: number; level: Level; params: EventParameters }[];
  end: number[];
}

/** What comes again so soon is the same going on: a line that goes up and down makes one notification. */
const SAME_MS = 60 * 60_000;
/** An error that is over so soon is not told by mail. */
export const HOLD_MS = 5 * 60_000;
/** Parameters that say which of several things a problem is about; others may change while it lasts. */
const ABOUT = ['unit', 'serial', 'series', 'id', 'file', 'receipt', 'month', 'year', 'sq'];

/** Ended ones are kept for as long as people may ask what was the matter. */
const KEPT_MS = 400 * 86_400_000;

/** The constant of a notification as it is kept. */
export function eventCode(code: string): string {
  return code.split(' ')[0]!;
}

/** Which notification goes on as which trouble: those that say the same, then the same worse or better, then any. */
const PAIRS: readonly ((row: ActiveRow, trouble: Trouble) => boolean)[] = [
  (row, trouble) => row.level === trouble.level && saysSame(row, trouble),
  saysSame,
  () => true,
];

function saysSame(row: ActiveRow, trouble: Trouble): boolean {
  return isDeepStrictEqual(JSON.parse(row.parameters), trouble.params);
}

/**
 * Compares active notifications with what is reported now.
 * @param active those that the register reported before, oldest first
 */
export function compare(active: readonly ActiveRow[], reported: readonly Trouble[]): Changes {
  const changes: Changes = { begin: [], change: [], end: [] };
  const codes = new Set([...active.map(({ code }) => eventCode(code)), ...reported.map(({ code }) => code)]);
  for (const code of codes) {
    let rows = active.filter((row) => eventCode(row.code) === code);
    let troubles = reported.filter((trouble) => trouble.code === code);
    const taken = new Set(rows.map((row) => row.code));
    for (const isPair of PAIRS) {
      troubles = troubles.filter((trouble) => {
        const row = rows.find((candidate) => isPair(candidate, trouble));
        if (!row) return true;
        rows = rows.filter((candidate) => candidate !== row);
        const isSame = row.level === trouble.level && saysSame(row, trouble);
        if (!isSame) changes.change.push({ id: row.id, level: trouble.level, params: trouble.params });
        return false;
      });
    }
    changes.end.push(...rows.map(({ id }) => id));
    changes.begin.push(...troubles.map((trouble) => ({ ...trouble, code: freeCode(code, taken) })));
  }
  return changes;
}

/** A code that no active notification of the register has. */
function freeCode(code: string, taken: Set<string>): string {
  let free = code;
  for (let number = 2; taken.has(free); number++) free = `${code} ${number}`;
  taken.add(free);
  return free;
}

/**
 * Takes what is the matter with a register now, by its own report and what was found on that occasion.
 * Its row must be locked by the transaction.
 */
export async function reportTroubles(
  db: Transaction,
  register: Pick<RegisterRow, 'company_id' | 'id'>,
  troubles: readonly Trouble[],
  now: number,
): Promise<void> {
  const active = (await activeOf(db, register)).filter(({ code }) => !LASTING.includes(code));
  const { begin, change, end } = compare(active, troubles);
  const company = { companyId: register.company_id };
  for (const trouble of begin) await beginOne(db, register, trouble, now);
  for (const { id, level, params } of change) {
    await db.run(
      `UPDATE notifications SET level = $level, parameters = $parameters, ${BECOMES_ERROR}
        WHERE company_id = $companyId AND id = $id`,
      { ...company, id, level, parameters: JSON.stringify(params), ...errorTimes(level, now) },
    );
  }
  for (const id of end) {
    await db.run('UPDATE notifications SET ended_at = $now WHERE company_id = $companyId AND id = $id', {
      ...company,
      ...{ id, now },
    });
  }
}

/** Whether a code is one that only the portal gives. */
export function isPortalCode(code: string): code is PortalCode {
  return (PORTAL_CODES as readonly string[]).includes(code);
}

/** Notes something that the portal noticed; what is noted already stays as it began. */
export async function notice(
  db: Transaction,
  register: Pick<RegisterRow, 'company_id' | 'id'>,
  trouble: Trouble & { code: PortalCode },
  now: number,
): Promise<void> {
  await beginOne(db, register, trouble, now);
}

/** Ends what the portal had noticed. */
export async function endNotice(
  db: Transaction,
  { company_id: companyId, id }: Pick<RegisterRow, 'company_id' | 'id'>,
  code: PortalCode,
  now: number,
): Promise<void> {
  await db.run(
    `UPDATE notifications SET ended_at = $now
      WHERE company_id = $companyId AND register_id = $id AND code = $code AND ended_at IS NULL`,
    { companyId, id, code, now },
  );
}

/** Active notifications of a register, oldest first. */
async function activeOf(
  db: Queries,
  { company_id: companyId, id }: Pick<RegisterRow, 'company_id' | 'id'>,
): Promise<ActiveRow[]> {
  return db.select<ActiveRow>(
    `SELECT id, register_id, code, level, parameters, began_at FROM notifications
      WHERE company_id = $companyId AND register_id = $id AND ended_at IS NULL ORDER BY began_at, id`,
    { companyId, id },
  );
}

/** What becomes an error is told at once, by mail, the first time. */
const BECOMES_ERROR = `error_at = COALESCE(error_at, $errorAt),
  mail_due_at = CASE WHEN error_at IS NULL THEN $mailDueAt ELSE mail_due_at END`;

function errorTimes(level: Level, now: number): { errorAt: number | null; mailDueAt: number | null } {
  return level === 'error' ? { errorAt: now, mailDueAt: now + HOLD_MS } : { errorAt: null, mailDueAt: null };
}

async function beginOne(
  db: Transaction,
  register: Pick<RegisterRow, 'company_id' | 'id'>,
  { code, level, params }: Trouble,
  now: number,
): Promise<void> {
  const { company_id: companyId, id: registerId } = register;
  const given = { companyId, code, level, parameters: JSON.stringify(params), ...errorTimes(level, now) };
  const before = await endedJustNow(db, register, { code, params }, now);
  if (before !== null) {
    await db.run(
      `UPDATE notifications SET ended_at = NULL, code = $code, level = $level, parameters = $parameters, ${BECOMES_ERROR}
        WHERE company_id = $companyId AND id = $id AND NOT EXISTS (SELECT 1 FROM notifications a
          WHERE a.company_id = $companyId AND a.register_id = $registerId AND a.code = $code AND a.ended_at IS NULL)`,
      { ...given, registerId, id: before },
    );
    return;
  }
  await db.run(
    `INSERT INTO notifications
        (company_id, id, register_id, code, level, parameters, began_at, error_at, mail_due_at, path)
      VALUES ($companyId, $id, $registerId, $code, $level, $parameters, $now, $errorAt, $mailDueAt,
        (SELECT path FROM entities WHERE id = $companyId))
      ON CONFLICT (company_id, register_id, code) WHERE ended_at IS NULL DO NOTHING`,
    { ...given, registerId, now, id: await db.nextId('row_ids') },
  );
}

/** The notification about the same thing that has ended within the last hour. */
async function endedJustNow(
  db: Queries,
  { company_id: companyId, id }: Pick<RegisterRow, 'company_id' | 'id'>,
  { code, params }: Pick<Trouble, 'code' | 'params'>,
  now: number,
): Promise<number | null> {
  const rows = await db.select<Pick<ActiveRow, 'id' | 'code' | 'parameters'>>(
    `SELECT id, code, parameters FROM notifications
      WHERE company_id = $companyId AND register_id = $id AND ended_at >= $limit
      ORDER BY ended_at DESC, id DESC`,
    { companyId, id, limit: now - SAME_MS },
  );
  const about = (values: EventParameters) => ABOUT.map((name) => values[name]);
  const same = rows.find(
    (row) =>
      eventCode(row.code) === eventCode(code) &&
      isDeepStrictEqual(about(JSON.parse(row.parameters) as EventParameters), about(params)),
  );
  return same?.id ?? null;
}

/** Removes what ended long ago. */
export async function removeOldNotifications(db: Database, now: number): Promise<void> {
  const due = { limit: now - KEPT_MS };
  const [row] = await db.select('SELECT id FROM notifications WHERE ended_at < $limit LIMIT 1', due);
  if (row) await db.run('DELETE FROM notifications WHERE ended_at < $limit', due);
}
