/** Records as the database takes them. */
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Sums } from '../receipt/sums.ts';
import { numberOf } from './numbers.ts';

/** A record and what becomes valid with it. */
export interface Entry {
  record: JournalRecord;
  /** What the record adds to the turnover; null for all that is no fiscal receipt. */
  sums: Sums | null;
  /** Changed state entries, JSON values. */
  changes: Record<string, Json>;
}

/** An entry as the store takes it. */
export interface Row {
  rn: string;
  sq: number;
  type: string;
  /** The record as a line of the journal files, without line feed. */
  line: string;
  /** Transaction number with its terminal; of late fiscal data that of their receipt. */
  number: string | null;
  fn: string | null;
  effects: Effects;
}

/** What a record changes beside being there. */
export interface Effects {
  /** Terminal of a transaction. */
  terminal: { tl: string; tt: string } | null;
  /** Day of the document, else of registration: `YYYY-MM-DD`. */
  day: string;
  isTransaction: boolean;
  sums: Sums | null;
  changes: Record<string, Json>;
}

/**
 * An entry as the store takes it.
 * @param line of the record, where it is known already
 */
export function toRow({ record, sums, changes }: Entry, line = lineOf(record, changes)): Row {
  const { ESR: esr, RN: rn, SQ: sq, _: type } = record;
  const { TL: tl, TT: tt, FN = null } = esr ?? {};
  const isTransaction = type === 'Tra';
  return {
    ...{ rn, sq, type, line, fn: FN },
    number: numberOf(record),
    effects: {
      terminal: isTransaction && tl !== undefined && tt !== undefined ? { tl, tt } : null,
      day: (esr?.D ?? record.D).slice(0, 10),
      ...{ isTransaction, sums, changes },
    },
  };
}

/** A record as a line of the journal files: `State` is its last member, where it changed something. */
export function lineOf(record: JournalRecord, changes: Record<string, Json>): string {
  const text = JSON.stringify(record);
  const state = JSON.stringify(changes);
  return state === '{}' ? text : `${text.slice(0, -1)},"State":${state}}`;
}
