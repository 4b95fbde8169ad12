/**
 * What returns take of a receipt: in all, by tax percentage, by position and by
 * article. Positions are held against those of the original whose number they
 * give (RPN), else against those of the same article.
 */
import { createHash } from 'node:crypto';
import type { Json } from './json.ts';
import { grossAmounts } from './line-shares.ts';
import { addDecimals, amountText, decimalText, minor, negatedDecimal, sameDecimal } from './money.ts';
import { taxLineOf } from './taxes.ts';
import { isPosition, type CompleteEsr, type Position } from './tra.ts';

/** A position as returns look at it. */
export interface Item {
  /** In PosA. */
  index: number;
  position: Position;
  /** Stands for the article (IN, else SKU, else Dsc) and its percentage. */
  article: string;
  /** Percentage in its shortest form. */
  rate: string;
  /** After modifiers, tax included, minor units. */
  gross: number;
  /** With the sign of the amount; null for one unit or a lump sum. */
  quantity: string | null;
}

/** What is taken of a receipt: amounts in minor units, quantities as decimal texts. */
export interface Portion extends Record<string, Json> {
  taken: number;
  rates: Record<string, number>;
  /** `=<PN>`: of this position; `#...`: of an article that gave no position. */
  lines: Record<string, [amount: number, quantity: string]>;
}

/** Something that a portion has too much of. */
export interface Excess {
  /** Index in PosA of a position that is part of it; null when it is about the receipt as a whole. */
  index: number | null;
  text: string;
}

export const NOTHING: Portion = { taken: 0, rates: {}, lines: {} };
/** Lines that are remembered of one receipt; what comes behind them is held against percentages and total alone. */
const MOST_LINES = 1000;

/** The positions of a completed receipt. */
export function itemsOf(esr: Pick<CompleteEsr, 'PosA' | 'TaxA' | 'TaxN'>, digits: number): Item[] {
  const gross = grossAmounts(esr, digits);
  return esr.PosA.flatMap((position, index): Item[] => {
    if (!isPosition(position)) return [];
    const { IN, SKU, Dsc, Qty } = position;
    const prc = taxLineOf(position, esr.TaxA)?.Prc ?? '0';
    const rate = decimalText(prc) ?? prc;
    const quantity = signedQuantity(Qty, gross[index]!);
    const article = hashed(JSON.stringify([IN ?? SKU ?? Dsc, rate]));
    return [{ index, position, article, rate, gross: gross[index]!, quantity }];
  });
}

/** A POS may leave the sign to the amount. */
function signedQuantity(Qty: string | undefined, gross: number): string | null {
  if (Qty === undefined || sameDecimal(Qty, '0')) return null;
  return gross !== 0 && gross < 0 !== Qty.startsWith('-') ? negatedDecimal(Qty) : Qty;
}

/** Short, whatever an article is called: it is kept as long as the receipt. */
function hashed(text: string): string {
  return `#${createHash('sha256').update(text).digest('base64url').slice(0, 10)}`;
}

/**
 * What positions take back, whose amounts are negative; those that cancel one
 * another take nothing.
 */
export function portionOf(items: readonly Item[]): Portion {
  const portion: Portion = { taken: 0, rates: {}, lines: {} };
  for (const item of items) {
    const { gross, rate, quantity } = item;
    const key = lineKey(item);
    const [amount, count] = portion.lines[key] ?? [0, '0'];
    portion.taken -= gross;
    portion.rates[rate] = (portion.rates[rate] ?? 0) - gross;
    portion.lines[key] = [amount - gross, addDecimals(count, negatedDecimal(quantity ?? '0'))];
  }
  return portion;
}

function lineKey(item: Item): string {
  const number = numberOf(item);
  return number === null ? item.article : `=${number}`;
}

/** Two portions together. */
export function together(a: Portion, b: Portion): Portion {
  return combined(a, b, 1);
}

/** What is left of a portion without another one. */
export function without(a: Portion, b: Portion): Portion {
  return combined(a, b, -1);
}

function combined(a: Portion, b: Portion, sign: 1 | -1): Portion {
  const rates = { ...a.rates };
  for (const [rate, amount] of Object.entries(b.rates)) rates[rate] = (rates[rate] ?? 0) + sign * amount;
  const lines = { ...a.lines };
  for (const [key, [amount, quantity]] of Object.entries(b.lines)) {
    const [before, count] = lines[key] ?? [0, '0'];
    lines[key] = [before + sign * amount, addDecimals(count, sign > 0 ? quantity : negatedDecimal(quantity))];
  }
  const isSome = (amount: number) => amount > 0;
  const someRates = Object.entries(rates).filter(([, amount]) => isSome(amount));
  const someLines = Object.entries(lines).filter(
    ([, [amount, count]]) => isSome(amount) || isMore(count, '0'),
  );
  return {
    taken: Math.max(a.taken + sign * b.taken, 0),
    rates: Object.fromEntries(someRates),
    lines: Object.fromEntries(someLines.slice(0, MOST_LINES)),
  };
}

/** The positions of an original by what returns may name. */
export interface Sold {
  /** Total of the receipt, minor units. */
  whole: number;
  byRate: ReadonlyMap<string, readonly Item[]>;
  byNumber: ReadonlyMap<string, Numbered>;
  byArticle: ReadonlyMap<string, readonly Item[]>;
}

/** The positions of one number; a POS may give it twice. */
interface Numbered {
  items: readonly Item[];
  rates: ReadonlySet<string>;
  articles: ReadonlySet<string>;
  /** Article numbers; null where a position has none. */
  IN: ReadonlySet<unknown> | null;
  SKU: ReadonlySet<unknown> | null;
}

function numbered(items: readonly Item[]): Numbered {
  const all = (name: 'IN' | 'SKU') => {
    const values = new Set(items.map(({ position }) => position[name]));
    return values.has(undefined) ? null : values;
  };
  return {
    items,
    rates: new Set(items.map(({ rate }) => rate)),
    articles: new Set(items.map(({ article }) => article)),
    IN: all('IN'),
    SKU: all('SKU'),
  };
}

/** The positions of an original. */
export function soldWith(original: CompleteEsr, digits: number): Sold {
  const items = itemsOf(original, digits);
  return {
    whole: minor(original.T, digits),
    byRate: Map.groupBy(items, ({ rate }) => rate),
    byNumber: new Map(
      [...Map.groupBy(items, ({ position }) => position.PN ?? '')].map(([number, same]) => [
        number,
        numbered(same),
      ]),
    ),
    byArticle: Map.groupBy(items, ({ article }) => article),
  };
}

/**
 * What positions take too much of a receipt, null when it is all right. Positions
 * and percentages may be a unit off, since a POS may spread discounts in its own
 * way; the total may not.
 * @param before what was taken of the receipt before
 * @param back the positions, and what they take
 */
export function excessOf(
  sold: Sold,
  before: Portion,
  { items, portion }: { items: readonly Item[]; portion: Portion },
  digits: number,
): Excess | null {
  const text = (amount: number) => amountText(Math.max(amount, 0), digits);
  const left = sold.whole - before.taken;
  if (portion.taken > left) return { index: null, text: `${text(left)} of it are left` };
  const all = together(before, portion);
  const articles = new Map<string, Item>();
  const checked = new Set<string>();
  for (const item of items) {
    const { index, rate } = item;
    const wrong = strangeness(item, sold);
    if (wrong !== null) return { index, text: wrong };
    const key = lineKey(item);
    if (checked.has(`${key} ${rate}`)) continue;
    checked.add(`${key} ${rate}`);
    const named = sold.byNumber.get(numberOf(item) ?? '');
    for (const article of numberOf(item) === null ? [item.article] : (named?.articles ?? []))
      articles.set(article, item);
    const ofRate = sum(sold.byRate.get(rate) ?? []);
    if ((portion.rates[rate] ?? 0) > 0 && all.rates[rate]! > ofRate + 1)
      return { index, text: `${text(ofRate - (before.rates[rate] ?? 0))} at ${rate} % are left` };
    const tooMuch = named ? excessOfLine(named.items, [key], before, portion, all, digits) : null;
    if (tooMuch !== null) return { index, text: tooMuch };
  }
  for (const [article, { index }] of articles) {
    const same = sold.byArticle.get(article) ?? [];
    const numbers = new Set(same.map(({ position }) => `=${position.PN ?? ''}`));
    const tooMuch =
      same.length > 0 ? excessOfLine(same, [article, ...numbers], before, portion, all, digits) : null;
    if (tooMuch !== null) return { index, text: tooMuch };
  }
  return null;
}

/** What lines take too much of positions. */
function excessOfLine(
  sold: readonly Item[],
  keys: readonly string[],
  before: Portion,
  portion: Portion,
  all: Portion,
  digits: number,
): string | null {
  const amountOf = (of: Portion) => keys.reduce((s, key) => s + (of.lines[key]?.[0] ?? 0), 0);
  const countOf = (of: Portion) => keys.reduce((s, key) => addDecimals(s, of.lines[key]?.[1] ?? '0'), '0');
  const worth = Math.max(sum(sold), 0);
  if (amountOf(portion) > 0 && amountOf(all) > worth + sold.length) {
    const left = amountText(Math.max(worth - amountOf(before), 0), digits);
    return `${left} of this position are left`;
  }
  const count = quantityOf(sold);
  if (count === null || !isMore(countOf(portion), '0') || !isMore(countOf(all), count)) return null;
  return `a quantity of ${countOf(all)} would be back in all, ${count} was sold`;
}

/** Positions that name no position of the original, and are no article of it. */
export function strangersAmong(items: readonly Item[], sold: Sold): Item[] {
  return items.filter((item) => numberOf(item) === null && !sold.byArticle.has(item.article));
}

/** How a position differs from the one that it names. */
function strangeness(item: Item, sold: Sold): string | null {
  const number = numberOf(item);
  if (number === null) return null;
  const named = sold.byNumber.get(number);
  if (!named) return null;
  if (!named.rates.has(item.rate)) {
    return `position ${number} was sold at ${[...named.rates].join(' and ')} %, not at ${item.rate} %`;
  }
  const isOther = (name: 'IN' | 'SKU') => {
    const mine = item.position[name];
    return mine !== undefined && named[name] !== null && !named[name].has(mine);
  };
  return isOther('IN') || isOther('SKU') ? `position ${number} is another article` : null;
}

/** The number of the original's position, if a position gives one. */
function numberOf({ position: { RPN } }: Item): string | null {
  return typeof RPN === 'string' ? RPN.trim() : null;
}

function sum(items: readonly Item[]): number {
  return items.reduce((s, { gross }) => s + gross, 0);
}

/** What was sold; null when it was not counted. */
function quantityOf(items: readonly Item[]): string | null {
  if (items.some(({ quantity }) => quantity === null)) return null;
  return items.reduce((s, { quantity }) => addDecimals(s, quantity!), '0');
}

function isMore(a: string, b: string): boolean {
  const difference = addDecimals(a, negatedDecimal(b));
  return difference !== '0' && !difference.startsWith('-');
}
