/**
 * What a line is made of (Bonpos_Zusatzinfo): print lines (`Lin`) with an article number are
 * components of the position that they belong to, as a menu at one price has them (DE54). They
 * are no part of any sum.
 */
import { decimalText } from '../../../receipt/money.ts';
import { isPosition, type Position } from '../../../receipt/tra.ts';
import { groupOf, rulesOn } from '../taxes.ts';
import type { BonComponent } from './bon.ts';
import { roundedQuotient } from './round.ts';
import { textOf } from './texts.ts';

const RATE_DIGITS = 3;
const QUANTITY_DIGITS = 3;

/** Components by the index of their position in PosA. */
export function componentsBy(positions: readonly Position[]): Map<number, Position[]> {
  const found = new Map<number, Position[]>();
  let last = -1;
  positions.forEach((line, i) => {
    if (isPosition(line)) last = i;
    if (line._ !== 'Lin' || articleOf(line) + textOf(line.IN) === '') return;
    const number = textOf(line.PN).trim();
    const named = number === '' ? -1 : positions.findIndex((p) => isPosition(p) && p.PN?.trim() === number);
    const at = named < 0 ? last : named;
    if (at >= 0) found.set(at, [...(found.get(at) ?? []), line]);
  });
  return found;
}

/** Reads one. @param line what it is part of: its VAT key, and whether prices are net */
export function componentOf(
  part: Position,
  { key, day, isNet }: { key: number; day: string; isNet: boolean },
): BonComponent {
  const name = textOf(part.TaxG).trim().split(/\s+/)[0] ?? '';
  const rule = name === '' ? null : rulesOn(day).byName(name);
  const group = rule && groupOf({ _: 'Tax', TaxG: rule.group, Prc: rule.rate }, day);
  const amount = cents(textOf(part.Pri));
  const rate = group?.rate ?? rulesOn(day).byName(String(key))?.rate ?? '0';
  return {
    article: articleOf(part),
    gtin: textOf(part.IN),
    name: textOf(part.Dsc) || articleOf(part) || textOf(part.IN),
    groupId: textOf(part.Cat),
    group: textOf(part.CatN),
    quantity: quantityOf(textOf(part.Qty)),
    unit: textOf(part.QtyU),
    key: group?.key ?? key,
    price: amount === null ? null : priced(amount, rate, isNet),
  };
}

function articleOf({ SKU, ID }: Position): string {
  return textOf(SKU) || textOf(ID);
}

function quantityOf(text: string): string {
  const value = decimalText(text) ?? '1';
  const [whole = '0', fraction = ''] = value.split('.');
  return fraction.length <= QUANTITY_DIGITS ? value : `${whole}.${fraction.slice(0, QUANTITY_DIGITS)}`;
}

/** Null: there is no price, or none that can be read. */
function cents(text: string): bigint | null {
  const value = decimalText(text);
  if (value === null) return null;
  const [whole = '0', fraction = ''] = value.split('.');
  if (whole.length > 15) return null;
  return roundedQuotient(BigInt(whole + fraction) * 100n, 10n ** BigInt(fraction.length));
}

function priced(amount: bigint, rate: string, isNet: boolean) {
  const [whole = '0', fraction = ''] = rate.split('.');
  const percent = BigInt(whole + fraction.padEnd(RATE_DIGITS, '0').slice(0, RATE_DIGITS));
  const hundred = 100n * 10n ** BigInt(RATE_DIGITS);
  const gross = isNet ? amount + roundedQuotient(amount * percent, hundred) : amount;
  const net = isNet ? amount : roundedQuotient(amount * hundred, hundred + percent);
  return { gross: Number(gross), net: Number(net), tax: Number(gross - net) };
}
