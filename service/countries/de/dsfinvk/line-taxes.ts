/** The tax of lines, so that those of one VAT key add up to what was printed. */
import { split, taxInGross, taxOnNet } from '../../../receipt/money.ts';

/** Amounts of a line, cents; net and tax add up to gross. */
export interface TaxedAmounts {
  gross: number;
  net: number;
  tax: number;
}

/**
 * Amounts of the lines that belong to one line of the tax table, which they add up to.
 * @param amounts of the lines, cents: gross, or net where prices are
 * @param table percentage as decimal text, and the printed tax in cents
 * @param pricesAreNet {@link Esr.TaxN}
 */
export function taxedLines(
  amounts: readonly number[],
  { rate, tax: printed }: { rate: string; tax: number },
  pricesAreNet: boolean,
): TaxedAmounts[] {
  const rounded = amounts.map((amount) => (pricesAreNet ? taxOnNet(amount, rate) : taxInGross(amount, rate)));
  const taxes = adjusted(rounded, amounts, printed);
  return amounts.map((amount, i) => {
    const tax = taxes[i]!;
    return pricesAreNet
      ? { gross: amount + tax, net: amount, tax }
      : { gross: amount, net: amount - tax, tax };
  });
}

/** Rounded taxes with the cents that are missing to their sum on the largest lines. */
function adjusted(taxes: number[], amounts: readonly number[], total: number): number[] {
  const rest = total - taxes.reduce((sum, tax) => sum + tax, 0);
  if (rest === 0) return taxes;
  // More than rounding explains: the tax of a margin, or tax alone.
  if (Math.abs(rest) > amounts.length) return split(total, amounts);
  const largest = [...amounts.keys()].sort((a, b) => Math.abs(amounts[b]!) - Math.abs(amounts[a]!) || a - b);
  for (const at of largest.slice(0, Math.abs(rest))) taxes[at]! += Math.sign(rest);
  return taxes;
}
