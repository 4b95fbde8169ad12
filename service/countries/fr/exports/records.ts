/** The records of a register with what was signed in them, page by page. */
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { ExportScope, ExportSource } from '../../contract/exports.ts';
import type { State } from '../../contract/state.ts';
import { publicKeyKey } from '../books.ts';
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

/** The public keys that a register has signed with, PEM by serial. */
export function publicKeys(state: State): Map<string, string> {
  const prefix = publicKeyKey('');
  const keys = new Map<string, string>();
  for (const key of state.keys()) {
    const pem = key.startsWith(prefix) ? state.get(key) : undefined;
    if (typeof pem === 'string') keys.set(key.slice(prefix.length), pem);
  }
  return keys;
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
