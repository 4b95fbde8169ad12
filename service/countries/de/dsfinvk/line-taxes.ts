/** The tax of lines, so that those of one VAT key add up to what was printed. */
import { split, taxInGross, taxOnNet } from '../../../receipt/money.ts';
import { roundedQuotient } from './round.ts';

/** Amounts of a line, cents; net and tax add up to gross. */
export interface TaxedAmounts {
  gross: number;
  net: number;
  tax: number;
}

/** A line of the tax table: percentage as decimal text, and the printed tax in cents. */
export interface TaxTableLine {
  rate: string;
  tax: number;
}

/**
 * Amounts of the lines that belong to one line of the tax table, which they add up to.
 * @param amounts of the lines, cents: gross, or net where prices are
 * @param pricesAreNet {@link Esr.TaxN}
 */
export function taxedLines(
  amounts: readonly number[],
  table: TaxTableLine,
  pricesAreNet: boolean,
): TaxedAmounts[] {
  const rounded = amounts.map(rated(table, pricesAreNet));
  const taxes = adjusted(rounded, amounts, table.tax);
  return amounts.map((amount, i) => {
    const tax = taxes[i]!;
    return pricesAreNet
      ? { gross: amount + tax, net: amount, tax }
      : { gross: amount, net: amount - tax, tax };
  });
}

/**
 * The tax of any amount as those of {@link taxedLines} have it: by the percentage, or, where the
 * printed tax is not that of the percentage, by what was printed of all of them.
 */
export function taxRule(
  amounts: readonly number[],
  table: TaxTableLine,
  pricesAreNet: boolean,
): (amount: number) => number {
  const byRate = rated(table, pricesAreNet);
  if (isRounding(missing(amounts.map(byRate), table.tax), amounts)) return byRate;
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  if (whole === 0) return () => 0;
  return (amount) => Number(roundedQuotient(BigInt(table.tax) * BigInt(amount), BigInt(whole)));
}

function rated({ rate }: TaxTableLine, pricesAreNet: boolean): (amount: number) => number {
  return (amount) => (pricesAreNet ? taxOnNet(amount, rate) : taxInGross(amount, rate));
}

/** Cents that taxes lack to their sum. */
function missing(taxes: readonly number[], total: number): number {
  return total - taxes.reduce((sum, tax) => sum + tax, 0);
}

/** More than rounding explains is the tax of a margin, or tax alone. */
function isRounding(rest: number, amounts: readonly number[]): boolean {
  return Math.abs(rest) <= amounts.length;
}

/** Rounded taxes with the cents that are missing to their sum on the largest lines. */
function adjusted(taxes: number[], amounts: readonly number[], total: number): number[] {
  const rest = missing(taxes, total);
  if (rest === 0) return taxes;
  if (!isRounding(rest, amounts)) return split(total, amounts);
  const largest = [...amounts.keys()].sort((a, b) => Math.abs(amounts[b]!) - Math.abs(amounts[a]!) || a - b);
  for (const at of largest.slice(0, Math.abs(rest))) taxes[at]! += Math.sign(rest);
  return taxes;
}
