/**
 * Totals that registers count up: of a period by tax rate, and perpetual ones that are
 * never reset. Amounts are whole minor units; as state they are decimal texts, since a
 * perpetual total may outgrow a number.
 */

/** Perpetual totals since the register was set up. */
export interface GrandTotals extends Record<string, string> {
  /** Sales minus returns. */
  real: string;
  /** Sales plus returns, each without its sign. */
  absolute: string;
}

/** What a period has come to. */
export interface PeriodTotals extends Record<string, string | number | Record<string, string>> {
  /** Amounts with tax, by rate in the country's own spelling. */
  rates: Record<string, string>;
  sales: string;
  /** What was given back; not above zero. */
  returns: string;
  /** Documents in it. */
  count: number;
}

/** Before the first sale. */
export const NO_TOTALS: GrandTotals = { real: '0', absolute: '0' };

/** A period without sales. */
export const EMPTY_PERIOD: PeriodTotals = { rates: {}, sales: '0', returns: '0', count: 0 };

const sum = (a: string, b: bigint): string => String(BigInt(a) + b);

/** Perpetual totals with one more document. @param amount minor units, negative for a return */
export function withAmount({ real, absolute }: GrandTotals, amount: number): GrandTotals {
  return { real: sum(real, BigInt(amount)), absolute: sum(absolute, BigInt(Math.abs(amount))) };
}

/** Totals of a period with one more document. @param rates its amounts by rate, minor units */
export function withDocument(period: PeriodTotals, rates: ReadonlyMap<string, number>): PeriodTotals {
  const added = { ...period.rates };
  let amount = 0;
  for (const [rate, part] of rates) {
    added[rate] = sum(added[rate] ?? '0', BigInt(part));
    amount += part;
  }
  return withSides({ ...period, rates: added, count: period.count + 1 }, amount);
}

function withSides(period: PeriodTotals, amount: number): PeriodTotals {
  const side = amount < 0 ? 'returns' : 'sales';
  return { ...period, [side]: sum(period[side], BigInt(amount)) };
}

/** Sales minus returns of a period, minor units. */
export function totalOf({ sales, returns }: Pick<PeriodTotals, 'sales' | 'returns'>): bigint {
  return BigInt(sales) + BigInt(returns);
}

/** Totals of a longer period with those of one in it. */
export function withPeriod(period: PeriodTotals, inner: PeriodTotals): PeriodTotals {
  const rates = { ...period.rates };
  for (const [rate, amount] of Object.entries(inner.rates))
    rates[rate] = sum(rates[rate] ?? '0', BigInt(amount));
  return {
    rates,
    sales: sum(period.sales, BigInt(inner.sales)),
    returns: sum(period.returns, BigInt(inner.returns)),
    count: period.count + inner.count,
  };
}
