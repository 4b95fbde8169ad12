/** Registers that cannot work, in all that somebody may see: one range of an index for each place in the tree. */
import type { Queries } from '../database/database.ts';
import { STATE } from '../entities/entity.ts';
import { beneath } from '../entities/store.ts';
import { type ProblemRow, problemOf, type RegisterProblem } from '../registers/active-notifications.ts';
import type { Wording } from '../registers/texts.ts';

/** Shown; who has more looks at one company after the other. */
const SHOWN = 20;
/** Counted. */
const MOST = 1000;

/** An error of a register. */
export interface RegisterError extends RegisterProblem {
  companyId: number;
  companyName: string;
  registerId: number;
  /** Name of the register in its installation (RN). */
  registerNumber: string;
  name: string | null;
}

type Row = ProblemRow & {
  company_id: number;
  register_id: number;
  company_name: string;
  country_code: string | null;
  rn: string;
  name: string | null;
};

/**
 * Errors of productive registers, the newest first.
 * @param paths of the entities that they are beneath
 */
export async function errorsOf(
  db: Queries,
  paths: readonly string[],
  wording: Wording,
): Promise<{ errors: RegisterError[]; errorCount: number }> {
  if (paths.length === 0) return { errors: [], errorCount: 0 };
  const places = paths.map((path, i) => {
    const place = beneath(path, `realm${i}`);
    return { ...place, sql: place.sql.replaceAll('path', 'n.path') };
  });
  const parameters = Object.assign({}, ...places.map((place) => place.parameters)) as Record<string, string>;
  const from = `FROM notifications n JOIN registers r ON r.company_id = n.company_id AND r.id = n.register_id
    WHERE (${places.map(({ sql }) => sql).join(' OR ')}) AND n.ended_at IS NULL AND n.level = 'error'
      AND r.state = ${STATE.Productive}`;
  const rows = await db.select<Row>(
    `SELECT n.*, e.name AS company_name, e.country_code FROM (
        SELECT n.company_id, n.id, n.register_id, n.code, n.level, n.parameters, n.began_at, r.rn, r.name ${from}
        ORDER BY n.began_at DESC, n.id DESC LIMIT ${SHOWN}) n
      JOIN entities e ON e.id = n.company_id ORDER BY n.began_at DESC, n.id DESC`,
    parameters,
  );
  const [count] = await db.select<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 AS one ${from} LIMIT ${MOST}) AS found`,
    parameters,
  );
  const errors = rows.map((row) => ({
    ...problemOf(row, row.country_code, wording),
    companyId: row.company_id,
    companyName: row.company_name,
    registerId: row.register_id,
    registerNumber: row.rn,
    name: row.name,
  }));
  return { errors, errorCount: count!.count };
}
