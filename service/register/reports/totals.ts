/** Turnover of a register by day, month, year and since it began: the fiscal receipts by the date of the document. */
import type { Country } from '../../countries/contract/country.ts';
import { amountText, minor } from '../../receipt/money.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';

/** Totals that can be read. */
export interface ReadTotals {
  /**
   * Turnover of a period in minor units of the currency.
   * @param period `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, or empty for all of the time
   */
  of(period: string): number;
}

/** Totals that grow. */
export class Totals implements ReadTotals {
  private readonly sums: Map<string, number>;

  /** @param days turnover by day, `YYYY-MM-DD` */
  constructor(days: Iterable<readonly [day: string, total: number]> = []) {
    this.sums = new Map();
    for (const [day, total] of days) this.add(day, total);
  }

  of(period: string): number {
    return this.sums.get(period) ?? 0;
  }

  /** Adds a receipt to its day and all longer periods. */
  add(day: string, total: number): void {
    for (const period of periodsOf(day)) this.sums.set(period, this.of(period) + total);
  }

  /** The same totals, to go on from independently. */
  copy(): Totals {
    const copy = new Totals();
    for (const [period, sum] of this.sums) copy.sums.set(period, sum);
    return copy;
  }
}

/** The periods that a date belongs to, the shortest first. */
function periodsOf(date: string): [day: string, month: string, year: string, all: string] {
  return [date.slice(0, 10), date.slice(0, 7), date.slice(0, 4), ''];
}

/** Turnover up to and with a receipt, as `Fis.TotCheckout` tells it: amounts of its day, month, year and in all. */
export interface TotCheckout extends Record<string, string> {
  Day: string;
  Month: string;
  Year: string;
  All: string;
}

/** What the profile attribute Fis_TotCheckout adds to the answer (doc 2). */
export function totalsWith(esr: CompleteEsr, totals: ReadTotals, { currency }: Country): TotCheckout {
  const own = minor(esr.T, currency.digits);
  const [Day, Month, Year, All] = periodsOf(esr.D).map((period) =>
    amountText(totals.of(period) + own, currency.digits),
  ) as [string, string, string, string];
  return { Day, Month, Year, All };
}
