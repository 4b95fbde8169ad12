/** Journal records before they are written. */
import type { Attributes, JournalRecord } from '../receipt/tra.ts';

/** `State` is what the journal files add to a record. */
const RECORD_NAMES = new Set(['_', 'SQ', 'RN', 'D', 'Own', 'Counts', 'ESR', 'Result', 'Fis', 'State']);

/**
 * A record of a register.
 * @param attributes values that came from outside: names that the record itself uses cannot be overruled
 */
export function newRecord(
  own: Pick<JournalRecord, '_' | 'SQ' | 'RN' | 'D'>,
  attributes: Attributes,
  values: Partial<JournalRecord>,
): JournalRecord {
  const others = Object.entries(attributes).filter(([name]) => !RECORD_NAMES.has(name));
  return { ...own, ...Object.fromEntries(others), ...values };
}
