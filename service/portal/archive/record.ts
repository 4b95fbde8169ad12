/**
 * Records of the archive as `/find` of a register gives them (doc 2; answer 8):
 * receipts as they stand, with fiscal data that came after them (receipt/late.ts).
 */
import { withLate } from '../../receipt/late.ts';
import type { JournalRecord } from '../../receipt/tra.ts';

/**
 * SQL for the newest line with late fiscal data of a receipt, which is a row of `records r`; else null.
 * @param until SQL for the last record that counts
 */
export function lateLine(until?: string): string {
  const before = until === undefined ? '' : `AND l.sq <= ${until}`;
  return `CASE WHEN r.type = 'Tra' THEN (SELECT l.line FROM records l
    WHERE l.company_id = r.company_id AND l.register_id = r.register_id AND l.of_sq = r.sq ${before}
    ORDER BY l.sq DESC LIMIT 1) END`;
}

/**
 * The record of a line, without what the register counts on from.
 * @param late of {@link lateLine}; null for the record as it was registered
 */
export function recordOf(line: string, late: string | null = null): JournalRecord {
  const { State: _State, ...record } = JSON.parse(line) as JournalRecord & { State?: unknown };
  return late === null ? record : withLate(record, JSON.parse(late) as JournalRecord);
}
