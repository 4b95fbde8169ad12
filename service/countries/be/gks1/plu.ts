/** Article lines as an FDM of GKS 1 knows them: one hash over records of 33 characters. */
import { createHash } from 'node:crypto';
import { allocate } from '../../../receipt/modifiers.ts';
import { minor, split } from '../../../receipt/money.ts';
import type { CompleteEsr } from '../../../receipt/tra.ts';
import { articleLines, type ArticleLine, type QuantityType } from '../lines.ts';
import { normalForm } from '../../../normal-form.ts';

const NAME = 20;
const QUANTITY = 4;
const AMOUNT = 8;
/** Largest amount of a line, whole cents. */
export const MOST_LINE = 99_999_999;

/** Letters that are spelled with others; capitals and accents of all others fall away. */
const SPELLED: Readonly<Record<string, string>> = { Æ: 'AE', ß: 'SS', Œ: 'OE', '€': 'E', Ø: 'O' };
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'giu');

/** SHA-1 over records, hexadecimal in small letters. */
export function pluHash(records: readonly string[]): string {
  return createHash('sha1').update(records.join(''), 'latin1').digest('hex');
}

/** A record. @param amount whole cents, of either sign */
export function pluRecord(quantity: string, name: string, amount: number, label: string): string {
  return [
    quantity,
    plainName(name).padEnd(NAME),
    String(Math.abs(amount)).padStart(AMOUNT, '0').slice(-AMOUNT),
    label,
  ].join('');
}

/** A description with nothing but capitals and digits. */
export function plainName(text: string): string {
  const spelled = text.replace(
    SPELLED_LETTERS,
    (letter) => SPELLED[letter] ?? SPELLED[letter.toUpperCase()]!,
  );
  return normalForm(spelled, 'NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
    .slice(0, NAME);
}

/** Pieces, grams or millilitres; the last four digits. @param quantity decimal text of either sign */
export function plainQuantity(quantity: string, unit: QuantityType): string {
  const [whole = '0', fraction = ''] = quantity.replace(/^-/, '').split('.');
  const factor = unit === 'KILOGRAM' || unit === 'LITRE' ? 1000n : 1n;
  const scale = 10n ** BigInt(fraction.length);
  const rounded = (2n * BigInt(whole + fraction) * factor + scale) / (2n * scale);
  return String(rounded).padStart(QUANTITY, '0').slice(-QUANTITY);
}

/** Records of a receipt, in its order; discounts and markups are records of their own. */
export function pluRecords(esr: CompleteEsr): string[] {
  const lines = new Map(articleLines(esr).map((line) => [line.at, line]));
  const { targets } = allocate(esr.PosA, 2);
  return esr.PosA.flatMap((position, at) => {
    const line = lines.get(at);
    if (line) return [recordOf(line)];
    const reached = (targets[at] ?? []).flatMap((target) => lines.get(target) ?? []);
    const shares = split(
      minor(position.Amt, 2),
      reached.map(({ before }) => before),
    );
    const byLabel = new Map<string, number>();
    reached.forEach(({ label }, i) => byLabel.set(label, (byLabel.get(label) ?? 0) + shares[i]!));
    return [...byLabel].map(([label, amount]) =>
      pluRecord('0001', position.Dsc ?? '', amount, label === 'X' ? 'D' : label),
    );
  });
}

function recordOf({ position, quantity, unit, before, label }: ArticleLine): string {
  return pluRecord(plainQuantity(quantity, unit), position.Dsc ?? '', before, label === 'X' ? 'D' : label);
}
