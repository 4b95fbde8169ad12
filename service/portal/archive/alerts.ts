/** What the archive has to tell people about a register. */
import type { Transaction } from '../database/database.ts';
import type { Problem } from '../problem.ts';
import { type EventParameters, notice, type PortalCode } from '../registers/notifications.ts';
import type { RegisterRow } from '../registers/register.ts';
import { OtherRecordProblem, RecordsMissingProblem, WrongSignatureProblem } from './refusals.ts';

/** Codes of notifications of the archive. */
type ArchiveAlert = Extract<PortalCode, `ARCHIVE_${string}`>;

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

/** Notes why a batch was refused, where that is a matter for people. */
export async function raiseAlert(
  db: Transaction,
  register: RegisterRow,
  refusal: Problem,
  now: number,
): Promise<void> {
  const alert = alertOf(refusal);
  if (!alert) return;
  await notice(db, register, { ...alert, level: 'error' }, now);
}

function alertOf(refusal: Problem): { code: ArchiveAlert; params: EventParameters } | null {
  if (refusal instanceof RecordsMissingProblem)
    return { code: 'ARCHIVE_GAP', params: { sq: refusal.nextSq } };
  if (refusal instanceof OtherRecordProblem) return { code: 'ARCHIVE_CONFLICT', params: { sq: refusal.sq } };
  if (refusal instanceof WrongSignatureProblem) return { code: 'ARCHIVE_SIGNATURE', params: {} };
  return null;
}
