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

/** What reads an attribute's value, where the table of attributes cannot say what it makes sense of. */
export interface ValueReader {
  /** @param attributes the whole list, for values that belong together */
  isFine(value: string, attributes: Attributes): boolean;
  /** English, behind the name and the value: `must be ...`. */
  text: string;
}

/** By the name of the attribute in lower case. */
export type ValueReaders = ReadonlyMap<string, ValueReader>;

/**
 * English warnings about a list that can be kept: names that nobody reads or that stand twice, and values
 * that nobody makes sense of. Whoever reads these does without them, as ever.
 */
export function attributeWarnings(attributes: Attributes, readers: ValueReaders = new Map()): string[] {
  return [
    ...unknownAttributes(attributes),
    ...repeatedAttributes(attributes),
    ...doubtfulAttributes(attributes, readers),
  ];
}

function repeatedAttributes({ items }: Attributes): string[] {
  const byName = Map.groupBy(items, ({ name }) => name.toLowerCase());
  return [...byName.values()].flatMap((same) =>
    same.length > 1 ? [`Attributes: ${same[0]!.name.slice(0, 80)} stands twice; the last one counts`] : [],
  );
}

/** Values that are kept and tell their reader nothing. */
export function doubtfulAttributes(attributes: Attributes, readers: ValueReaders): string[] {
  return inForce(attributes).flatMap(({ name, value }) => {
    const row = attributeRow(name);
    if (!row) return [];
    const like = row.type.kind === 'text' ? row.type.like : undefined;
    const reader = readers.get(name.toLowerCase());
    const isLike = like === undefined || new RegExp(`^(?:${like.pattern})$`, 'i').test(value.trim());
    const text = !isLike ? like.text : reader?.isFine(value, attributes) === false ? reader.text : null;
    const shown = JSON.stringify(withoutLogins(value).slice(0, 80));
    return text === null ? [] : [`Attributes: ${row.name}=${shown} ${text}`];
  });
}

function unknownAttributes(attributes: Attributes): string[] {
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
