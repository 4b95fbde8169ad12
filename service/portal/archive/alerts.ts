/** What the archive has to tell people about a register. */
import type { Transaction } from '../database/database.ts';
import type { Problem } from '../problem.ts';
import type { RegisterRow } from '../registers/register.ts';
import { OtherRecordProblem, RecordsMissingProblem, WrongSignatureProblem } from './refusals.ts';

/** Codes of notifications of the archive. */
export type ArchiveAlert = 'ARCHIVE_GAP' | 'ARCHIVE_CONFLICT' | 'ARCHIVE_SIGNATURE';

/**
 * What is over when records came in behind the last ones. A conflict is not:
 * there are two records with one number, and a person has to find out why.
 */
export const ENDED_BY_RECORDS: readonly ArchiveAlert[] = ['ARCHIVE_GAP', 'ARCHIVE_SIGNATURE'];

/** Ends notifications of a register; parameters `companyId`, `registerId`, `now`. */
export function endAlertsSql(codes: readonly ArchiveAlert[]): string {
  return `UPDATE notifications SET ended_at = CAST($now AS BIGINT)
    WHERE company_id = $companyId AND register_id = $registerId AND ended_at IS NULL
      AND code IN (${codes.map((code) => `'${code}'`).join(', ')})`;
}

/** Notes why a batch was refused; null parameters for refusals that are no matter for people. */
export async function raiseAlert(
  db: Transaction,
  register: RegisterRow,
  refusal: Problem,
  now: number,
): Promise<void> {
  const alert = alertOf(refusal);
  if (!alert) return;
  await db.run(
    `INSERT INTO notifications (company_id, id, register_id, code, level, parameters, began_at)
      VALUES ($companyId, $id, $registerId, $code, 'error', $parameters, $now)
      ON CONFLICT (company_id, register_id, code) WHERE ended_at IS NULL DO NOTHING`,
    {
      ...{ companyId: register.company_id, registerId: register.id, now },
      ...{ id: await db.nextId('row_ids'), code: alert.code, parameters: JSON.stringify(alert.parameters) },
    },
  );
}

function alertOf(refusal: Problem): { code: ArchiveAlert; parameters: Record<string, number> } | null {
  if (refusal instanceof RecordsMissingProblem)
    return { code: 'ARCHIVE_GAP', parameters: { sq: refusal.nextSq } };
  if (refusal instanceof OtherRecordProblem)
    return { code: 'ARCHIVE_CONFLICT', parameters: { sq: refusal.sq } };
  if (refusal instanceof WrongSignatureProblem) return { code: 'ARCHIVE_SIGNATURE', parameters: {} };
  return null;
}
