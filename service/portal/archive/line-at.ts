/** A record of the archive as its register compares it with its own. */
import type { Queries } from '../database/database.ts';
import { notFound } from '../problem.ts';
import type { RegisterRow } from '../registers/register.ts';
import { digestOfLines } from './batch.ts';
import { recordOf } from './record.ts';

/** What a register is told of a record: enough to see whether it has the same one. */
export interface LineAt {
  sq: number;
  /** SHA-256 of the line with its line feed, hexadecimal. */
  line: string;
  /** When it was registered, local time of the shop. */
  at: string;
}

/**
 * A record that a register has handed in.
 * @param number its sequence number as it stands in the address
 * @throws Problem 404
 */
export async function lineAt(db: Queries, register: RegisterRow, number: string): Promise<LineAt> {
  const sq = /^\d{1,10}$/.test(number) ? Number(number) : 0;
  const [row] = await db.select<{ line: string }>(
    `SELECT line FROM records WHERE company_id = $companyId AND register_id = $registerId AND sq = $sq`,
    { companyId: register.company_id, registerId: register.id, sq },
  );
  if (!row) throw notFound(`record ${number} of this register`);
  return { sq, line: digestOfLines(`${row.line}\n`), at: recordOf(row.line).D };
}
