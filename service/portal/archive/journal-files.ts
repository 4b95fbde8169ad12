/**
 * The journals of a company as files (docs/journal-format.md, Exports): of each
 * register all files that have a record of the period, each as a whole and byte
 * by byte as the register has it.
 */
import type { CountryExport, ExportFile } from '../../countries/contract/exports.ts';
import { firstSqOf, lastSqOf, SEGMENT_SIZE, segmentName } from '../../journal/segments/name.ts';
import type { Queries } from '../database/database.ts';
import { type ArchivedRegister, IN_PERIOD, type Period, periodValues } from './register-source.ts';

/** Lines read at a time. */
const PAGE = 200;

/** Name of the archive of journal files. */
export const JOURNAL_ARCHIVE: CountryExport['archive'] = 'jou.zip';

/** The files; their names begin with the id of the register, since several may have the same name. */
export async function* journalFiles(
  db: Queries,
  companyId: number,
  registers: readonly ArchivedRegister[],
  period: Period,
  signal: AbortSignal,
): AsyncGenerator<ExportFile> {
  const segments = await segmentsOf(db, companyId, period);
  for (const register of registers) {
    for (const segment of segments.get(register.id) ?? []) {
      const first = firstSqOf(segment);
      const last = Math.min(lastSqOf(segment), register.lastSq);
      if (last < first) continue;
      const content = lines(db, register, { first, last }, signal);
      yield { name: `${register.id}_${register.rn}_${segmentName(segment)}`, content };
    }
  }
}

/** Numbers of the files with records of a period, in order, by register. */
async function segmentsOf(db: Queries, companyId: number, period: Period): Promise<Map<number, number[]>> {
  const rows = await db.select<{ id: number; segment: number }>(
    `SELECT DISTINCT register_id AS id, sq / ${SEGMENT_SIZE} AS segment FROM records
      WHERE company_id = $companyId AND ${IN_PERIOD} ORDER BY 1, 2`,
    { companyId, ...periodValues(period) },
  );
  const segments = new Map<number, number[]>();
  for (const { id, segment } of rows) segments.set(id, [...(segments.get(id) ?? []), segment]);
  return segments;
}

async function* lines(
  db: Queries,
  { companyId, id }: ArchivedRegister,
  { first, last }: { first: number; last: number },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (let after = first - 1; after < last; after += PAGE) {
    signal.throwIfAborted();
    const to = Math.min(last, after + PAGE);
    const rows = await db.select<{ line: string }>(
      `SELECT line FROM records
        WHERE company_id = $companyId AND register_id = $id AND sq > $after AND sq <= $to ORDER BY sq`,
      { companyId, id, after, to },
    );
    // Nothing may be left out silently.
    if (rows.length !== to - after) {
      throw new Error(
        `register ${id} of company ${companyId}: records from ${after + 1} to ${to} are missing`,
      );
    }
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
  }
}
