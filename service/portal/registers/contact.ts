/** Signs of life of registers, and what it means when there are none. */
import { z } from 'zod';
import type { Database, Transaction } from '../database/database.ts';
import { STATE, type StateName, stateName } from '../entities/entity.ts';
import * as fields from '../entities/fields.ts';
import { badField } from '../problem.ts';
import { type BaseData, baseDataOf } from './base-data.ts';
import { endNotice, isPortalCode, LEVELS, notice, reportTroubles, type Trouble } from './notifications.ts';
import { REGISTER_COLUMNS, type RegisterRow } from './register.ts';

/** A register that was heard of within this time is online. */
const ONLINE_MS = 15 * 60_000;
/** After this time without a word people are told. */
const SILENT_MS = 24 * 3_600_000;
/** Registers that are noticed in one transaction. */
const BATCH = 200;
const MAX_TROUBLES = 200;

const trouble = z.object({
  code: z.string().regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'code'),
  level: z.enum(LEVELS),
  params: z
    .record(z.string().regex(/^\w{1,50}$/, 'name'), z.union([z.string().max(2000), z.number()]))
    .default({}),
});

/** Body of a sign of life. */
export const stateReport = z.object({
  version: fields.text(1, 100),
  queued: z.int().min(0),
  diskUsage: z.number().min(0),
  /** Who made the till program (the register's profile), for who looks after the tills of many companies. */
  softwareProvider: fields.optionalText(200),
  problems: z.array(trouble).max(MAX_TROUBLES),
  at: z.iso.datetime({ offset: true }),
});

/** What a register last said of itself, as it is kept. */
export interface RegisterStatus {
  /** Records that wait for the portal. */
  queued: number;
  /** Megabytes. */
  diskUsage: number;
  /** Missing where the register has not told one. */
  softwareProvider?: string | null;
  /** The register's own clock, ISO 8601. */
  at: string;
}

/** What a register is told in return. */
export interface StateAnswer {
  state: StateName;
  /** Tag of the base data; another one than before: fetch them. Null: there are none that would be accepted. */
  cfgTag: string | null;
  /** ISO 8601. */
  serverTime: string;
  /** Number of the record that the archive waits for. */
  nextSq: number;
  companyName: string;
}

/** Whether a register was heard of lately. */
export function isOnline({ contact_at: at }: Pick<RegisterRow, 'contact_at'>, now: number): boolean {
  return at !== null && at >= now - ONLINE_MS;
}

/**
 * Takes a sign of life.
 * @throws Problem for codes that are the portal's own
 */
export async function takeState(
  db: Transaction,
  { company_id: companyId, id }: RegisterRow,
  report: z.output<typeof stateReport>,
  now: number,
): Promise<StateAnswer> {
  const reserved = report.problems.findIndex(({ code }) => isPortalCode(code));
  if (reserved !== -1) {
    throw badField(`problems.${reserved}.code`, 'reserved', 'this code is given by the portal alone');
  }
  const { queued, diskUsage, softwareProvider = null, at } = report;
  const status: RegisterStatus = { queued, diskUsage, softwareProvider, at };
  // This also locks the row: two reports of a register come one after the other.
  const [before] = await db.select<{ silent: number }>(
    `SELECT silent FROM registers WHERE company_id = $companyId AND id = $id ${db.forUpdate}`,
    { companyId, id },
  );
  const [register] = await db.select<RegisterRow>(
    `UPDATE registers SET status = $status, version = $version, contact_at = $now, silent = 0
      WHERE company_id = $companyId AND id = $id RETURNING ${REGISTER_COLUMNS}`,
    { companyId, id, now, version: report.version, status: JSON.stringify(status) },
  );
  const row = register!;
  if (before!.silent === 1) await endNotice(db, row, 'OFFLINE', now);
  const baseData = await baseDataOf(db, row);
  const troubles = [...report.problems, ...troublesOf(baseData)];
  await reportTroubles(db, row, row.state === STATE.Deactivated ? [] : troubles, now);
  const [company] = await db.select<{ name: string }>('SELECT name FROM entities WHERE id = $companyId', {
    companyId,
  });
  return {
    companyName: company!.name,
    state: stateName(row.state),
    cfgTag: 'tag' in baseData ? baseData.tag : null,
    serverTime: new Date(now).toISOString(),
    nextSq: row.next_sq,
  };
}

/** Base data that the register would refuse are a matter for people. */
function troublesOf(baseData: BaseData): Trouble[] {
  if (!('issues' in baseData)) return [];
  const reason = baseData.issues.map(({ text }) => text).join('; ');
  return [{ code: 'BASE_DATA_INVALID', level: 'warning', params: { reason: reason.slice(0, 2000) } }];
}

/** Tells people of registers that were not heard of for a day. Safe to run in several processes at once. */
export async function noticeSilent(db: Database, now: number): Promise<boolean> {
  const limit = { limit: now - SILENT_MS };
  const [any] = await db.select(`SELECT id FROM registers WHERE ${FALLEN_SILENT} LIMIT 1`, limit);
  return any !== undefined && (await db.write((transaction) => noticeSome(transaction, now))) === BATCH;
}

const FALLEN_SILENT = 'silent = 0 AND contact_at < $limit';

async function noticeSome(db: Transaction, now: number): Promise<number> {
  const silent = await db.select<Pick<RegisterRow, 'company_id' | 'id' | 'state' | 'contact_at'>>(
    `UPDATE registers SET silent = 1
      WHERE (company_id, id) IN (SELECT company_id, id FROM registers WHERE ${FALLEN_SILENT} LIMIT ${BATCH} ${db.forUpdate})
        AND ${FALLEN_SILENT}
      RETURNING company_id, id, state, contact_at`,
    { limit: now - SILENT_MS },
  );
  for (const register of silent) {
    if (register.state === STATE.Deactivated) continue;
    const params = { since: register.contact_at! };
    await notice(db, register, { code: 'OFFLINE', level: 'error', params }, now);
  }
  return silent.length;
}
