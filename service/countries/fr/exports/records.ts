/** The records of a register with what was signed in them, page by page. */
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { ExportScope, ExportSource } from '../../contract/exports.ts';
import { entriesOf, type Entry } from '../entries.ts';

/** Types of records that carry signed texts. */
export const RECORDS = ['Tra', 'TraV', 'log', 'Repo', 'Cfg'] as const;

/** A signed text with the record that carries it. */
export interface SignedRecord {
  record: JournalRecord;
  /** Serial of the key. */
  key: string;
  entries: readonly Entry[];
}

/** What was signed in a period, in order. */
export async function* signedRecords(
  source: ExportSource,
  progress: (records: number) => void = () => undefined,
): AsyncGenerator<SignedRecord> {
  let read = 0;
  for await (const page of source.pages()) {
    for (const record of page) {
      const carried = entriesOf(record);
      if (carried && carried.entries.length > 0) yield { record, ...carried };
    }
    progress((read += page.length));
  }
}

/** Counts what is read of several registers. */
export function counted(scope: ExportScope): (records: number) => void {
  let before = 0;
  let last = 0;
  return (records) => {
    // Each register counts anew.
    if (records < last) before += last;
    last = records;
    scope.progress(before + records);
  };
}
