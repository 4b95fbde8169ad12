/** Positions as a fiscal printer takes them: quantities, discounts, lines that take back an earlier one. */
import {
  addDecimals,
  decimalText,
  minor,
  negatedDecimal,
  quantityTimesPrice,
  readAmount,
} from '../../../receipt/money.ts';
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

/** What is left to be printed of a position that others take back in part; amounts have the sign of the receipt. */
export interface Rest {
  /** As it was sent, with the quantity that is left; without one where that is not known. */
  position: Position;
  /** Before modifiers, and after them. */
  before: number;
  amount: number;
}

/**
 * Goods that others of the same receipt take back though not as a whole, beside a discount or by another name,
 * and those which do: what is left of each, by index. A printer is told the rest alone. Whoever takes back is
 * behind, in the same tax group, and of the same name or number; or it says that it voids a line (`Void`).
 * @param sign -1 where the whole receipt goes back
 * @param settled positions that are done with, by index ({@link cancellations})
 */
export function rests(
  positions: readonly Position[],
  amounts: readonly number[],
  sign: number,
  settled: ReadonlySet<number>,
): Map<number, Rest> {
  const found = new Map<number, Rest>();
  const isGoods = (i: number) => positions[i]?._ === 'Pos' && !settled.has(i);
  if (!positions.some(({ Amt }, i) => isGoods(i) && sign * minor(Amt, 2) < 0)) return found;
  const restOf = (i: number): Rest =>
    found.get(i) ?? {
      position: positions[i]!,
      ...{ before: sign * minor(positions[i]!.Amt, 2), amount: sign * amounts[i]! },
    };
  positions.forEach((position, at) => {
    const by = restOf(at);
    if (!isGoods(at) || by.before >= 0 || by.amount > 0) return;
    const open = positions.flatMap((one, i) => {
      const isOpen = i < at && isGoods(i) && one.TaxG === position.TaxG && restOf(i).before > 0;
      return isOpen ? [i] : [];
    });
    const alike = open.filter((i) => isAlike(positions[i]!, position));
    const taken = takenOff(alike.length > 0 || position.Void !== '1' ? alike : open, by, open, restOf);
    if (!taken) return;
    for (const [i, rest] of taken) found.set(i, rest);
    found.set(at, { position, before: 0, amount: 0 });
  });
  return found;
}

/**
 * What is left of each position when line voids have taken off theirs, by index; nothing of what is gone.
 * @param sign -1 where the whole receipt goes back
 */
export function leftOver(
  positions: readonly Position[],
  amounts: readonly number[],
  sign: number,
): Map<number, Rest> {
  const cancelled = new Set([...cancellations(positions, amounts, sign)].flat());
  const left = rests(positions, amounts, sign, cancelled);
  const found = new Map<number, Rest>();
  positions.forEach((position, i) => {
    if (!isPosition(position) || cancelled.has(i) || left.get(i)?.amount === 0) return;
    const whole = { position, before: sign * minor(position.Amt, 2), amount: sign * amounts[i]! };
    found.set(i, left.get(i) ?? whole);
  });
  return found;
}

function isAlike(a: Position, b: Position): boolean {
  const isSame = (x: unknown, y: unknown) => typeof x === 'string' && x !== '' && x === y;
  return isSame(a.Dsc, b.Dsc) || isSame(a.SKU, b.SKU) || isSame(a.IN, b.IN);
}

/**
 * Takes a position off others, the newest first; null where they come to less. What a discount has left too
 * little of is taken off others of the group, so that the group comes to what it did.
 */
function takenOff(
  from: readonly number[],
  by: Rest,
  group: readonly number[],
  restOf: (i: number) => Rest,
): Map<number, Rest> | null {
  const taken = new Map<number, Rest>();
  let [before, amount] = [-by.before, -by.amount];
  for (const i of from.toReversed()) {
    if (before === 0) break;
    const rest = restOf(i);
    const part = Math.min(before, rest.before);
    // All that is left of the one that takes back ends with what it takes last.
    const wished = part === before ? amount : Math.round((amount * part) / before);
    const share = Math.min(wished, rest.amount);
    taken.set(i, {
      position: withQuantity(rest.position, part === before && part < rest.before ? by.position : null),
      ...{ before: rest.before - part, amount: rest.amount - share },
    });
    before -= part;
    amount -= share;
  }
  if (before > 0) return null;
  for (const i of group.toReversed()) {
    if (amount === 0) break;
    const rest = taken.get(i) ?? restOf(i);
    const share = Math.min(amount, rest.amount);
    taken.set(i, { ...rest, amount: rest.amount - share });
    amount -= share;
  }
  return amount === 0 ? taken : null;
}

/** A position with the quantity that is left when another one is taken off it; with none where one has none. */
function withQuantity(position: Position, by: Position | null): Position {
  const [had, goes] = [position.Qty, by?.Qty].map((text) => decimalText((text ?? '').replace(/^-/, '')));
  const left = had && goes ? addDecimals(had, negatedDecimal(goes)) : '0';
  const { Qty: _quantity, Pri: price, ...rest } = position;
  if (left === '0' || left.startsWith('-')) return rest;
  return { ...rest, Qty: left, ...(price !== undefined && { Pri: price }) };
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
