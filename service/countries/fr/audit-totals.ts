/** Grand totals, counted anew from the signed texts of documents and held against those of closings. */
import type { JournalRecord } from '../../receipt/tra.ts';
import { dayBefore, nextDay, type PeriodKind } from '../base/closings.ts';
import type { State } from '../contract/state.ts';
import { openPeriods, periodOf } from './books.ts';
import type { Entry } from './entries.ts';

/** Amounts in cents by rate. */
type Split = Map<string, bigint>;

interface Sums {
  split: Split;
  sales: bigint;
  returns: bigint;
  count: number;
}

const empty = (): Sums => ({ split: new Map(), sales: 0n, returns: 0n, count: 0 });

/** Totals of the records so far. */
export class AuditedTotals {
  private real = 0n;
  private absolute = 0n;
  /** Closings seen. */
  closings = 0;
  /** Null where the period began before the first record that was seen. */
  private readonly open: Record<PeriodKind, Sums | null> = { day: null, month: null, year: null };
  /** Perpetual totals are known; before, the first one that is signed counts. */
  private isKnown = false;
  private isAbsoluteKnown = true;
  /** The day after the last one that was closed by itself. */
  private nextDay: string | null = null;

  /** @param isWhole the first record that is seen is the first one of the register */
  constructor(isWhole: boolean) {
    if (isWhole) this.begin();
  }

  /** Nothing was counted before. */
  begin(): void {
    this.isKnown = true;
    this.open.day = empty();
    this.open.month = empty();
    this.open.year = empty();
  }

  /** Counts a record; what is wrong with the totals in it. */
  take({ Own, Fis }: JournalRecord, entries: readonly Entry[]): string[] {
    return entries.flatMap((entry) => {
      const [, period] = /^total-(day|month|year)$/.exec(entry.Kind) ?? [];
      if (entry.Kind === 'total-ticket') return this.document(entry);
      if (period === undefined) return [];
      const counts = [Fis?.FR_Real, Fis?.FR_Absolute, Fis?.FR_Count];
      return this.closing(period as PeriodKind, entry, Own !== undefined, counts);
    });
  }

  /** Whether these are the perpetual totals so far. */
  isPerpetual(real: string, absolute: string): boolean {
    return real === String(this.real) && absolute === String(this.absolute);
  }

  /** Open periods of the state that are not what the records say. */
  differences(state: State): string[] {
    const kinds: PeriodKind[] = ['day', 'month', 'year'];
    const differing = kinds.filter((kind) => {
      const open = this.open[kind];
      if (!open) return false;
      const { rates, count } = periodOf(state, kind);
      const kept = textOf(new Map(Object.entries(rates).map(([rate, amount]) => [rate, BigInt(amount)])));
      return kept !== textOf(open.split) || count !== open.count;
    });
    const found = differing.map((kind) => `the totals of the open ${kind} are not those of its documents`);
    const open = openPeriods(state);
    if (open && this.nextDay !== null && open.day !== this.nextDay)
      found.push(
        `the state goes on with ${open.day}, the last day that was closed is ${dayBefore(this.nextDay)}`,
      );
    return found;
  }

  private document({ Payload, Number: number }: Entry): string[] {
    const [split = '', total = '', perpetual] = Payload.split(',');
    const amounts = readSplit(split);
    const amount = sumOf(amounts);
    this.know(perpetual, amount);
    this.real += amount;
    this.absolute += amount < 0n ? -amount : amount;
    const [sales, returns] = amount < 0n ? [0n, amount] : [amount, 0n];
    if (this.open.day) add(this.open.day, { split: amounts, sales, returns, count: 1 });
    const problems: string[] = [];
    if (total !== String(amount))
      problems.push(`the total of ticket total ${number} is not that of its rates`);
    if (perpetual !== String(this.real))
      problems.push(`the perpetual total is ${perpetual} cents, the documents so far come to ${this.real}`);
    return problems;
  }

  /** Takes the first perpetual total for right where nobody knows what was before. */
  private know(perpetual: string | undefined, amount: bigint): void {
    if (this.isKnown || !/^-?\d{1,30}$/.test(perpetual ?? '')) return;
    this.real = BigInt(perpetual!) - amount;
    this.isKnown = true;
    this.isAbsoluteKnown = false;
  }

  private learnAbsolute(text: string): void {
    if (!/^\d{1,30}$/.test(text)) return;
    this.absolute = BigInt(text);
    this.isAbsoluteKnown = true;
  }

  private closing(
    kind: PeriodKind,
    { Payload }: Entry,
    isOwn: boolean,
    counts: readonly unknown[],
  ): string[] {
    this.closings++;
    const problems: string[] = [];
    const [split = '', total, perpetual, , period = ''] = Payload.split(',');
    const sums = this.open[kind];
    const name = `${kind} ${period}`;
    this.know(perpetual, 0n);
    if (sums && (split !== textOf(sums.split) || total !== String(sumOf(sums.split))))
      problems.push(`the total of ${name} is ${total} cents, its documents come to ${sumOf(sums.split)}`);
    if (perpetual !== String(this.real))
      problems.push(
        `the perpetual total of ${name} is ${perpetual} cents, the documents so far come to ${this.real}`,
      );
    const [real, absolute, count] = counts;
    if (!this.isAbsoluteKnown) this.learnAbsolute(String(absolute));
    const isShown = real === String(this.real) && absolute === String(this.absolute);
    if (!isShown || (sums && count !== String(sums.count)))
      problems.push(`the record of ${name} shows other totals than were signed`);
    if (kind === 'day' && isOwn) {
      const day = `${period.slice(0, 4)}-${period.slice(4, 6)}-${period.slice(6, 8)}`;
      if (this.nextDay !== null && day !== this.nextDay)
        problems.push(`the closing of ${this.nextDay} is missing before that of ${day}`);
      this.nextDay = /^\d{4}-\d\d-\d\d$/.test(day) ? nextDay(day) : null;
    }
    const outer = kind === 'year' ? null : this.open[kind === 'day' ? 'month' : 'year'];
    if (outer && sums) add(outer, sums);
    this.open[kind] = empty();
    return problems;
  }
}

function readSplit(text: string): Split {
  const split: Split = new Map();
  for (const part of text === '' ? [] : text.split('|')) {
    const [, rate = '', amount = '0'] = /^(\d{4}):(-?\d{1,20})$/.exec(part) ?? [];
    split.set(rate, (split.get(rate) ?? 0n) + BigInt(amount));
  }
  return split;
}

function add(sums: Sums, more: Sums): void {
  for (const [rate, amount] of more.split) sums.split.set(rate, (sums.split.get(rate) ?? 0n) + amount);
  sums.sales += more.sales;
  sums.returns += more.returns;
  sums.count += more.count;
}

function sumOf(split: Split): bigint {
  return [...split.values()].reduce((sum, amount) => sum + amount, 0n);
}

function textOf(split: Split): string {
  return [...split]
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([rate, amount]) => `${rate}:${amount}`)
    .join('|');
}
