/**
 * Registers that go on as another row of records: a person has put back older
 * data, so that there are two histories from some record on. The archive keeps
 * the one that it has, and the register hands in its own from the first record
 * on, as a register that follows the former one. What both have in common is
 * in the archive twice, and counts once: for the former (`own_from`).
 */
import type { Queries, Transaction } from '../database/database.ts';
import { notice } from './notifications.ts';
import type { RegisterRow } from './register.ts';

/** Registers that one follows, and those that they followed: more than any register was put back. */
const MOST_FORMER = 100;

/**
 * What a register takes over from the one that it was before, and people are told.
 * @param successor isSame: of the same installation, by its key
 */
export async function takeOver(
  db: Transaction,
  former: RegisterRow,
  successor: { id: number; isSame: boolean },
  now: number,
): Promise<void> {
  const company = { companyId: former.company_id };
  const both = { ...company, former: former.id, id: successor.id };
  await db.run(
    `INSERT INTO base_data (company_id, scope, data, changed_at)
      SELECT company_id, $scope, data, changed_at FROM base_data
       WHERE company_id = $companyId AND scope = $formerScope`,
    { ...company, scope: `register ${successor.id}`, formerScope: `register ${former.id}` },
  );
  if (successor.isSame) {
    await db.run(
      `UPDATE licenses SET register_id = $id
        WHERE company_id = $companyId AND register_id = $former AND ended_at IS NULL`,
      both,
    );
    // It says what is the matter under its new number, and is not missed under the old one.
    await db.run('UPDATE registers SET silent = 1 WHERE company_id = $companyId AND id = $former', {
      ...company,
      former: former.id,
    });
    await db.run(
      `UPDATE notifications SET ended_at = $now
        WHERE company_id = $companyId AND register_id = $former AND ended_at IS NULL`,
      { ...company, former: former.id, now },
    );
  }
  const told = { company_id: former.company_id, id: successor.id };
  const params = { register: former.id };
  await notice(db, told, { code: 'ARCHIVE_FOLLOWS', level: 'warning', params }, now);
}

/**
 * The first record that none of the registers before has, when one has handed in records.
 * @param register as it was before them, locked
 * @param lines one after the other from the first on that the archive did not have
 */
export async function ownFromAfter(
  db: Queries,
  register: RegisterRow,
  lines: readonly { sq: number; line: string }[],
): Promise<number> {
  const { company_id: companyId, next_sq: next, own_from: ownFrom } = register;
  // Once it has gone its own way, it does so for ever.
  if (register.follows === null || ownFrom < next || lines.length === 0) return ownFrom;
  const former = await formerOf(db, register);
  if (former.length === 0) return ownFrom;
  const to = lines.at(-1)!.sq;
  const rows = await db.select<{ sq: number; line: string }>(
    `SELECT sq, line FROM records
      WHERE company_id = $companyId AND register_id IN (${former.join(', ')}) AND sq BETWEEN $next AND $to`,
    { companyId, next, to },
  );
  const known = new Set(rows.map(({ sq, line }) => `${sq} ${line}`));
  return lines.find(({ sq, line }) => !known.has(`${sq} ${line}`))?.sq ?? to + 1;
}

/** Numbers of the registers that one follows, the newest first. */
async function formerOf(db: Queries, { company_id: companyId, follows }: RegisterRow): Promise<number[]> {
  const ids: number[] = [];
  for (let id = follows; id !== null && !ids.includes(id) && ids.length < MOST_FORMER;) {
    ids.push(id);
    const [row] = await db.select<{ follows: number | null }>(
      'SELECT follows FROM registers WHERE company_id = $companyId AND id = $id',
      { companyId, id },
    );
    id = row?.follows ?? null;
  }
  return ids;
}

/**
 * SQL for records of a company that count: those that a register has in common with the one
 * that it was before are left out. Empty where no register follows another, as nearly always.
 */
export async function countedOnly(db: Queries, companyId: number): Promise<string> {
  const rows = await db.select<{ id: number; ownFrom: number }>(
    `SELECT id, own_from AS "ownFrom" FROM registers
      WHERE company_id = $companyId AND follows IS NOT NULL AND own_from > 1`,
    { companyId },
  );
  return rows.map(({ id, ownFrom }) => ` AND NOT (register_id = ${id} AND sq < ${ownFrom})`).join('');
}
