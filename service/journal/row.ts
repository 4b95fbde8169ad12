/** Records as the database takes them. */
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Sums } from '../receipt/sums.ts';
import { terminalNumber } from './numbers.ts';

/** A record and what becomes valid with it. */
export interface Entry {
  record: JournalRecord;
  /** What the record adds to the turnover; null for all that is no fiscal receipt. */
  sums: Sums | null;
  /** Changed state entries, JSON values. */
  changes: Record<string, Json>;
}

/** An entry as a row of the view `entries`. */
export interface Row {
  rn: string;
  sq: number;
  type: string;
  /** The record as a line of the journal files, without line feed. */
  line: string;
  tl: string | null;
  tt: string | null;
  /** Transaction number with its terminal. */
  number: string | null;
  fn: string | null;
  /** Day of the document, else of registration: `YYYY-MM-DD`. */
  day: string;
  is_transaction: 0 | 1;
  is_receipt: 0 | 1;
  /** Minor units. */
  total: number;
  /** JSON list of [kind, name, amount, tax]. */
  sums: string;
  /** JSON list of [key, value as JSON text]. */
  changes: string;
}

/** An entry as the database has it. */
export function toRow({ record, sums, changes }: Entry): Row {
  const { ESR: esr, RN: rn, SQ: sq, _: type } = record;
  return {
    rn,
    sq,
    type,
    line: lineOf(record, changes),
    tl: esr?.TL ?? null,
    tt: esr?.TT ?? null,
    number: esr?.TN === undefined ? null : terminalNumber(esr.TN, esr.TL ?? '', esr.TT ?? ''),
    fn: esr?.FN ?? null,
    day: (esr?.D ?? record.D).slice(0, 10),
    is_transaction: type === 'Tra' ? 1 : 0,
    is_receipt: sums ? 1 : 0,
    total: sums?.total ?? 0,
    sums: sums ? JSON.stringify(listOf(sums)) : '[]',
    changes: JSON.stringify(Object.entries(changes).map(([key, value]) => [key, JSON.stringify(value)])),
  };
}

/** A record as a line of the journal files: `State` is its last member, where it changed something. */
function lineOf(record: JournalRecord, changes: Record<string, Json>): string {
  const text = JSON.stringify(record);
  const state = JSON.stringify(changes);
  return state === '{}' ? text : `${text.slice(0, -1)},"State":${state}}`;
}

function listOf({ taxes, payments }: Sums): [kind: string, name: string, amount: number, tax: number][] {
  return [
    ...taxes.map(({ group, gross, tax }) => ['tax', group, gross, tax] as [string, string, number, number]),
    ...payments.map(({ group, amount }) => ['pay', group, amount, 0] as [string, string, number, number]),
  ];
}
