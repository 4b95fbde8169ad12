/** A single record, and what its register has signed. */
import type { Queries } from '../database/database.ts';
import { lateLine, type ReadRecord, recordOf } from './record.ts';

/** A batch as it is kept. */
export interface KeptBatch {
  firstSq: number;
  lastSq: number;
  /** SHA-256 of its lines, hexadecimal. */
  digest: string;
  /** Ed25519, base64. */
  signature: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
}

/** Columns of {@link KeptBatch}, for statements. */
export const BATCH_COLUMNS =
  'first_sq AS "firstSq", last_sq AS "lastSq", digest, signature, received_at AS "receivedAt"';

/** A record as it stands, its line as the register has it, and the first batch that the line came in. */
export async function recordAt(
  db: Queries,
  companyId: number,
  registerId: number,
  sq: number,
): Promise<{ record: ReadRecord; line: string; batch: KeptBatch | null } | null> {
  const place = { companyId, registerId, sq };
  const [row] = await db.select<{ line: string; late: string | null }>(
    `SELECT line, ${lateLine()} AS late FROM records r
      WHERE company_id = $companyId AND register_id = $registerId AND sq = $sq`,
    place,
  );
  if (!row) return null;
  const [batch = null] = await db.select<KeptBatch>(
    `SELECT ${BATCH_COLUMNS} FROM record_batches
      WHERE company_id = $companyId AND register_id = $registerId AND last_sq >= $sq ORDER BY last_sq LIMIT 1`,
    place,
  );
  return { record: recordOf(row.line, row.late), line: row.line, batch };
}
