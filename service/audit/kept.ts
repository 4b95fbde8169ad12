/** What the journal should keep of records to find and sum them by, worked out from the records alone. */
import { numberOf } from '../journal/numbers.ts';
import type { KeptNumber } from '../journal/audit/tables.ts';
import { sumsOf } from '../receipt/sums.ts';
import type { JournalRecord } from '../receipt/tra.ts';

/** A day of a segment. */
export interface Day {
  records: number;
  transactions: number;
  receipts: number;
  /** Minor units. */
  total: number;
}

/** Turnover of a tax or payment group on a day of a segment, minor units. */
export interface Turnover {
  day: string;
  kind: 'tax' | 'pay';
  name: string;
  amount: number;
  tax: number;
}

/** What belongs to the records of one segment. */
export class KeptOfSegment {
  readonly segment: number;
  readonly numbers: KeptNumber[] = [];
  readonly days = new Map<string, Day>();
  /** By day, kind and name. */
  readonly sums = new Map<string, Turnover>();
  /** False when a record could not be read, or not be summed up. */
  isWhole = true;

  constructor(segment: number) {
    this.segment = segment;
  }

  /** @param digits of the currency */
  add(sq: number, record: JournalRecord, digits: number): void {
    const { _: type, D, ESR: esr } = record;
    const number = numberOf(record);
    if (number !== null) this.numbers.push({ number, sq });
    if (esr?.FN !== undefined) this.numbers.push({ number: esr.FN, sq });
    let sums: ReturnType<typeof sumsOf>;
    try {
      sums = sumsOf(record, digits);
    } catch {
      // Whoever checks the sums of the receipt says so.
      this.isWhole = false;
      return;
    }
    const day = (esr?.D ?? D).slice(0, 10);
    const known = this.days.get(day) ?? { records: 0, transactions: 0, receipts: 0, total: 0 };
    known.records++;
    known.transactions += type === 'Tra' ? 1 : 0;
    known.receipts += sums?.receipts ?? 0;
    known.total += sums?.total ?? 0;
    this.days.set(day, known);
    for (const { group, gross, tax } of sums?.taxes ?? []) this.addSum(day, 'tax', group, gross, tax);
    for (const { group, amount } of sums?.payments ?? []) this.addSum(day, 'pay', group, amount, 0);
  }

  private addSum(day: string, kind: Turnover['kind'], name: string, amount: number, tax: number): void {
    const key = sumKey({ day, kind, name });
    const known = this.sums.get(key) ?? { day, kind, name, amount: 0, tax: 0 };
    known.amount += amount;
    known.tax += tax;
    this.sums.set(key, known);
  }
}

/** Tells sums of a segment apart. */
export function sumKey({ day, kind, name }: Record<'day' | 'kind' | 'name', unknown>): string {
  if (typeof day !== 'string' || typeof kind !== 'string' || typeof name !== 'string')
    return JSON.stringify([day, kind, name]);
  return `${day.length} ${kind.length} ${day}${kind}${name}`;
}
