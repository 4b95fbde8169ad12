/** What a check of a register's records is. */
import type { Finding } from '../countries/contract/audit.ts';
import type { State } from '../countries/contract/state.ts';
import type { Entry } from './entry.ts';

/** One matter that is checked, record by record in order of SQ. */
export interface Check {
  /** Short name for the report. */
  readonly title: string;
  take(entry: Entry): Finding[] | Promise<Finding[]>;
  /** Told that records behind the last one cannot be read. */
  lose?(): void;
  /** After the last record: compares with the state the register goes on from. */
  end?(state: State): Finding[] | Promise<Finding[]>;
  /** What was checked, in one line for people. */
  summary(): string;
}

/** A number with its noun: `1 record`, `1,204 records`. */
export function counted(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}

/** A value for a message: as JSON, not longer than a line. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
