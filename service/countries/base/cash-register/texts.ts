/** Texts and amounts as SAF-T Cash Register has them. */
import { createHash } from 'node:crypto';
import { ILLEGAL_CHARACTER } from '../../../receipt/tree.ts';
import { amountText } from '../../../receipt/money.ts';

const ILLEGAL = new RegExp(ILLEGAL_CHARACTER, 'gu');

/** Words of ASCII with one blank between them. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * A text within its bounds: white space of any kind is one blank, since the schema takes it for
 * that, and what XML cannot carry becomes U+FFFD. What is signed is exported with the same letters.
 */
export function bounded(text: string, most: number): string {
  if (text.length <= most && PLAIN.test(text)) return text;
  const plain = text
    .replace(/[\s\u0000-\u001F\u007F\u0085]+/gu, ' ')
    .replace(ILLEGAL, '\uFFFD')
    .trim();
  return [...plain].slice(0, most).join('').trim();
}

/** An id of at most `most` characters: longer ones keep their beginning, and get a digest of the whole. */
export function boundedId(text: string, most: number): string {
  const plain = bounded(text, 10_000);
  if (plain.length <= most || [...plain].length <= most) return plain;
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, 8);
  return `${bounded(plain, most - 9)}~${digest}`;
}

/** A text as it is; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Longest id that both countries take. */
export const ID = 35;

/** Minor units with two decimals. */
export function money(minorUnits: number | bigint): string {
  if (typeof minorUnits === 'number') return amountText(minorUnits, 2);
  const sign = minorUnits < 0n ? '-' : '';
  const digits = String(minorUnits < 0n ? -minorUnits : minorUnits).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Decimals of quantities in the schemas. */
const MOST_DECIMALS = 6;

/** A decimal text with at most six decimals; what is finer is cut off. */
export function quantityText(text: string): string {
  const point = text.indexOf('.');
  return point < 0 ? text : text.slice(0, point + 1 + MOST_DECIMALS);
}

/** The amount without its sign, two decimals. */
export function absolute(minorUnits: number): string {
  return amountText(Math.abs(minorUnits), 2);
}
