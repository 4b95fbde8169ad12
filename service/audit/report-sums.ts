/** X and Z reports say what the records of their period add up to (`receipt/report.ts`). */
import { amountText } from '../receipt/money.ts';
import { PeriodSums } from '../receipt/report.ts';
import { sumsOf } from '../receipt/sums.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { quoted } from './check.ts';

/** Sums every period up again. Behind a record that cannot be read, nothing is compared up to the next Z. */
export class ReportSums {
  /** Reports so far. */
  count = 0;
  private period: PeriodSums | null = new PeriodSums(1);
  /** Number of the last Z, and turnover since the register began in minor units; null when not known. */
  private number: number | null = 0;
  private total: number | null = 0;

  /** What is wrong with a record, if it is a report. */
  take(record: JournalRecord, digits: number): string[] {
    if (record._ !== 'Rep') {
      this.period?.take(record, digits);
      if (this.total !== null) this.total += sumsOf(record, digits)?.total ?? 0;
      return [];
    }
    this.count++;
    const problems = this.problems(record, digits);
    if (record.Type === 'Z') {
      this.period = new PeriodSums(record.SQ + 1);
      this.number = typeof record.Number === 'number' ? record.Number : null;
    } else this.period?.take(record, digits);
    return problems;
  }

  lose(): void {
    this.period = null;
    this.number = null;
    this.total = null;
  }

  private problems(record: JournalRecord, digits: number): string[] {
    const { Type, ESR: esr } = record;
    if (Type !== 'Z' && Type !== 'X') return [`a report of the type ${quoted(Type)}`];
    const said: Record<string, unknown> = { ...record, ...esr };
    const expected: Record<string, unknown> = {
      ...this.period?.content(digits),
      ...(Type === 'Z' && this.number !== null && { Number: this.number + 1 }),
      ...(this.total !== null && { Total: amountText(this.total, digits) }),
    };
    const isSaid = (name: string, value: unknown) => JSON.stringify(said[name]) === JSON.stringify(value);
    return Object.entries(expected).flatMap(([name, value]) =>
      isSaid(name, value) || (name === 'PayA' && isSaid(name, this.period?.earlierPayments(digits)))
        ? []
        : [`${name} of the report is ${quoted(said[name])}, its records give ${quoted(value)}`],
    );
  }
}
