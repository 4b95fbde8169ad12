/** VAT keys and what receipts have of each (DSFinV-K, UST_SCHLUESSEL). */
import { minor } from '../../../receipt/money.ts';
import type { Esr, Tax } from '../../../receipt/tra.ts';
import { movesMoney } from '../cash-case.ts';
import { groupOf, VAT_KEYS } from '../taxes.ts';
import type { BonLine, VatAmounts } from './bon.ts';

/** The key of what is not taxable. */
export const NOT_TAXABLE = 5;
/**
 * The key of a tax line.
 * @throws RangeError for a percentage that is none of Germany's: no register takes such a receipt
 */
export function keyOf(tax: Tax, day: string): number {
  const group = groupOf(tax, day);
  if (!group) throw new RangeError(`there is no VAT key for ${JSON.stringify(tax.Prc)} %`);
  return group.key;
}

/** The percentage of a key. */
export function rateOf(key: number): string {
  return VAT_KEYS.find((row) => row.key === key)?.rate ?? '0';
}

/**
 * What a receipt has of each key, in the order of keys: as printed, and lines without tax
 * where there is no tax table.
 */
export function vatOf(esr: Esr, day: string, lines: readonly BonLine[]): VatAmounts[] {
  const sums = new Map<number, VatAmounts>();
  for (const tax of movesMoney(esr) ? [] : (esr.TaxA ?? [])) {
    const [gross, net] = [minor(tax.Amt, 2), minor(tax.Net, 2)];
    addTo(sums, { key: keyOf(tax, day), gross, net, tax: gross - net });
  }
  if (sums.size === 0) for (const { vat } of lines) addTo(sums, vat);
  return [...sums.values()].sort((a, b) => a.key - b.key);
}

/** Adds amounts to those of their key. */
export function addTo(sums: Map<number, VatAmounts>, { key, gross, net, tax }: VatAmounts): void {
  const sum = sums.get(key);
  if (!sum) sums.set(key, { key, gross, net, tax });
  else {
    sum.gross += gross;
    sum.net += net;
    sum.tax += tax;
  }
}
