/** How the price of a line came about (Bonpos_Preisfindung): what it was, discounts and markups. */
import { minor, split } from '../../../receipt/money.ts';
import { isPosition, type Position } from '../../../receipt/tra.ts';
import type { PricePart, VatAmounts } from './bon.ts';

/** A line and the receipt that it is in. */
export interface PricedLine {
  positions: readonly Position[];
  /** Per entry of PosA what a modifier belongs to (modifiers.ts). */
  targets: readonly (readonly number[])[];
  index: number;
  /** Its amounts after modifiers. */
  vat: VatAmounts;
  /** The tax of an amount as the receipt has amounts, cents; see `taxRule` (line-taxes.ts). */
  taxOf: (amount: number) => number;
  /** The amounts of the receipt are net ({@link Esr.TaxN}). */
  isNet: boolean;
}

/** The parts, which add up to the line in gross, net and tax; none where no modifier belongs to it. */
export function priceParts(line: PricedLine): PricePart[] {
  const { positions, index, vat, isNet } = line;
  const changes = changesOf(line);
  if (changes.length === 0) return [];
  const amounts = [minor(positions[index]!.Amt, 2), ...changes];
  const taxes = taxesOf(line, amounts);
  return amounts.map((amount, i) => {
    const tax = taxes[i]!;
    return {
      type: i === 0 ? 'base_amount' : amount < 0 ? 'discount' : 'extra_amount',
      key: vat.key,
      gross: isNet ? amount + tax : amount,
      net: isNet ? amount : amount - tax,
      tax,
    };
  });
}

/** What each modifier does to the line, cents; those that do nothing left out. */
function changesOf({ positions, targets, index }: PricedLine): number[] {
  const changes: number[] = [];
  targets.forEach((of, mod) => {
    const at = of.indexOf(index);
    if (at < 0) return;
    const weights = of.map((t) => minor(positions[t]!.Amt, 2));
    const share = split(minor(positions[mod]!.Amt, 2), weights)[at]!;
    if (share !== 0) changes.push(share);
  });
  return isPosition(positions[index]!) ? changes : [];
}

/**
 * The tax of each part, cents. A part has the tax by which it changes that of the price before
 * it: so the price that was there first keeps its own tax whatever was taken off, and roundings
 * do not add up. The largest part takes what the line itself was given or lacks (DE49).
 */
function taxesOf({ vat, taxOf }: PricedLine, amounts: readonly number[]): number[] {
  let [price, before] = [0, 0];
  const taxes = amounts.map((amount) => {
    price += amount;
    const after = taxOf(price);
    const tax = after - before;
    before = after;
    return tax;
  });
  const sizes = amounts.map(Math.abs);
  taxes[sizes.indexOf(Math.max(...sizes))]! += vat.tax - before;
  return taxes;
}
