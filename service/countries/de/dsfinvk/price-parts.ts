/** How the price of a line came about (Bonpos_Preisfindung): what it was, discounts and markups. */
import { minor, split } from '../../../receipt/money.ts';
import { isPosition, type Position } from '../../../receipt/tra.ts';
import { roundedQuotient } from './round.ts';
import type { PricePart, VatAmounts } from './bon.ts';

/** A line and the receipt that it is in. */
export interface PricedLine {
  positions: readonly Position[];
  /** Per entry of PosA what a modifier belongs to (modifiers.ts). */
  targets: readonly (readonly number[])[];
  index: number;
  /** Its amounts after modifiers. */
  vat: VatAmounts;
  /** The same as the receipt has it, cents: net where prices are. */
  amount: number;
}

/** The parts, which add up to the line in gross, net and tax; none where no modifier belongs to it. */
export function priceParts(line: PricedLine): PricePart[] {
  const { positions, index, vat } = line;
  const changes = changesOf(line);
  if (changes.length === 0) return [];
  const amounts = [minor(positions[index]!.Amt, 2), ...changes];
  const gross = sharesOf(vat.gross, amounts, line.amount);
  const tax = sharesOf(vat.tax, amounts, line.amount);
  return amounts.map((amount, i) => ({
    type: i === 0 ? 'base_amount' : amount < 0 ? 'discount' : 'extra_amount',
    key: vat.key,
    gross: gross[i]!,
    net: gross[i]! - tax[i]!,
    tax: tax[i]!,
  }));
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
 * A value of the line for each of its parts: what the line is made of where that is the
 * value itself, else in proportion; the first part takes what rounding leaves.
 */
function sharesOf(value: number, amounts: readonly number[], whole: number): number[] {
  if (value === whole) return [...amounts];
  const shares = amounts.map((amount) =>
    whole === 0 ? 0 : Number(roundedQuotient(BigInt(value) * BigInt(amount), BigInt(whole))),
  );
  shares[0]! += value - shares.reduce((sum, share) => sum + share, 0);
  return shares;
}
