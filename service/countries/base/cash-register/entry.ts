/** What a record keeps of its place in the journal of a cash register. */
import { isTree } from '../../../receipt/tree.ts';
import type { JournalRecord } from '../../../receipt/tra.ts';
import type { Grand, Sums } from './sums.ts';

/** A report as it was made. */
export interface ReportEntry {
  kind: 'X' | 'Z';
  /** Number of the report, of its kind and register. */
  number: number;
  sums: Sums;
  grand: Grand;
  /** What the POS calls its own groups that the sums have, by their ids; missing in reports of versions before. */
  names?: Readonly<Record<string, string>>;
}

/** Place of a record; exports and audits read it. */
export interface Entry {
  /** Id of the cash register. */
  register: string;
  /** Code of the event that it is. */
  event: string;
  /** With transactions: number in the chain, and version of the key. */
  nr?: number;
  key?: number;
  /** What the key is verified with, in the first record that it signed. */
  shown?: string;
  report?: ReportEntry;
  /** With a copy that the till prints: the record that it is of, and what that comes to, minor units. */
  copied?: { sq: number; amount: number };
  /** How modifiers and line voids are read, see `readingOf`; missing in records of versions before. */
  lines?: 1;
  /** An exchange that has the type of one, see `readingOf`; missing in records of versions before. */
  exchange?: 1;
}

/** The place of a record; null for one that has none. */
export function entryOf({ Kept }: JournalRecord): Entry | null {
  if (!isTree(Kept)) return null;
  const { register, event } = Kept;
  return typeof register === 'string' && typeof event === 'string' ? (Kept as unknown as Entry) : null;
}
