/** Positions as a fiscal printer takes them: quantities, discounts, lines that take back an earlier one. */
import { decimalText, minor, quantityTimesPrice, readAmount } from '../../../receipt/money.ts';
import { isPosition, type Position } from '../../../receipt/tra.ts';
import type { Item } from '../../contract/fiscal-printer.ts';

/** Cents: what printers count to. */
export const MOST_CENTS = 999_999_999;

/**
 * Positions that cancel an earlier one of the same receipt, by index, with the index of that one:
 * the same description and tax group, the opposite amount, before and after modifiers.
 * @param amounts after modifiers
 * @param sign -1 where the whole receipt goes back
 */
export function cancellations(
  positions: readonly Position[],
  amounts: readonly number[],
  sign: number,
): Map<number, number> {
  const found = new Map<number, number>();
  /** Positions that nothing has cancelled yet, newest last, by what one that cancels them looks like. */
  const open = new Map<string, number[]>();
  positions.forEach((p, i) => {
    const own = isPosition(p) ? sign * minor(p.Amt, 2) : 0;
    if (own === 0) return;
    const isCancelling = own < 0;
    // A modifier of everything takes from both the same.
    const left = sign * amounts[i]! * Math.sign(own) || 0;
    const key = JSON.stringify([p.Dsc, p.TaxG, Math.abs(own), left]);
    if (!isCancelling) {
      const alike = open.get(key);
      if (alike) alike.push(i);
      else open.set(key, [i]);
      return;
    }
    const of = open.get(key)?.pop();
    if (of !== undefined) found.set(i, of);
  });
  return found;
}

/**
 * Quantity and price where they make exactly the amount; else one piece of it.
 * @param most what the printer counts to
 */
export function countedAs(
  { Qty, Pri }: Position,
  amount: number,
  most = MOST_CENTS,
): Pick<Item, 'quantity' | 'price'> {
  const whole = { quantity: '1', price: amount };
  const quantity = decimalText((Qty ?? '1').replace(/^-/, ''));
  if (quantity === null || !/^\d{1,5}(?:\.\d{1,3})?$/.test(quantity) || /^0(?:\.0+)?$/.test(quantity))
    return whole;
  const price = Pri === undefined ? amount / Number(quantity) : priceOf(Pri);
  if (price === null || !Number.isSafeInteger(price) || price < 0 || price > most) return whole;
  const digits = String(price).padStart(3, '0');
  const priceText = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return quantityTimesPrice(quantity, priceText, 2) === amount ? { quantity, price } : whole;
}

/** A price in cents, without its sign; null for none. */
export function priceOf(text: string): number | null {
  const read = readAmount(text.replace(/^-/, ''), 2);
  return 'minor' in read ? read.minor : null;
}

/** What the last modifier of a position is called; empty for none with a name. */
export function modifierName(
  positions: readonly Position[],
  targets: readonly (readonly number[])[],
  of: number,
): string {
  const at = targets.findLastIndex((reached) => reached.includes(of));
  return positions[at]?.Dsc ?? '';
}
