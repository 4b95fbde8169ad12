/** Checks an attribute list: are the values of known attributes such as can be, and are the names known? */
import { withoutLogins } from '../receipt/addresses.ts';
import { ATTRIBUTES, attributeRow, isSecret, type AttributeRow } from './attribute-table.ts';
import { problemWith } from './attribute-types.ts';
import type { AttributeItem, Attributes } from './attributes.ts';

/** A list is meant to be read by people. */
const LONGEST_LIST = 10_000;
/** Names that differ in more letters than this were hardly meant. */
const FARTHEST = 3;

/** An attribute whose value cannot be. */
export interface WrongAttribute {
  name: string;
  /** What is wrong and how to mend it, English, with the name in front; never the value of a secret. */
  text: string;
}

/** A list with attributes whose values cannot be. */
export class AttributeValueError extends Error {
  readonly wrong: readonly WrongAttribute[];

  constructor(wrong: readonly WrongAttribute[]) {
    super(wrong.map(({ text }) => text).join('; '));
    this.wrong = wrong;
  }
}

/** True when a list is longer than one may be. */
export function isTooLong(text: string): boolean {
  return text.length > LONGEST_LIST;
}

/** The attributes whose values cannot be. */
export function wrongAttributes(attributes: Attributes): WrongAttribute[] {
  return inForce(attributes).flatMap(({ name, value }) => {
    const row = attributeRow(name);
    const problem = row && problemWith(row.type, value);
    if (!row || problem === null) return [];
    const shown = isSecret(name) ? '' : `=${JSON.stringify(withoutLogins(value).slice(0, 80))}`;
    return [{ name: row.name, text: `${row.name}${shown} ${problem}${meanwhile(row)}` }];
  });
}

/** English warnings about names that nobody reads, with the one that may have been meant. */
export function unknownAttributes(attributes: Attributes): string[] {
  return inForce(attributes).flatMap(({ name }) => {
    if (attributeRow(name)) return [];
    const meant = meantBy(name);
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    return [`Attributes: there is no attribute ${name.slice(0, 80)}${hint}`];
  });
}

function meanwhile({ standard, type }: AttributeRow): string {
  if (standard === undefined) return '';
  return ` (without ${'bare' in type ? 'a value' : 'it'} ${standard} counts)`;
}

/** Of equal names the last one counts. */
function inForce({ items }: Attributes): AttributeItem[] {
  return [...new Map(items.map((item) => [item.name.toLowerCase(), item])).values()];
}

/** The known name that is most like an unknown one; null when none is. */
export function meantBy(name: string): string | null {
  const near = ATTRIBUTES.map((row) => ({
    name: row.name,
    far: distance(row.name.toLowerCase(), name.toLowerCase()),
  }))
    .filter(({ far }) => far <= FARTHEST)
    .sort((a, b) => a.far - b.far);
  return near[0]?.name ?? null;
}

/** Letters to be changed, added or left out to make one word of the other. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > FARTHEST) return FARTHEST + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + same));
    }
    row = next;
  }
  return row[b.length]!;
}
