/** Types of records that somebody wants to read. */

/** `_` of records, or all of them. */
export type RecordTypes = readonly string[] | 'all';

/** Whether a record is wanted; transactions alone unless told otherwise. */
export function isOneOf(type: string, types: RecordTypes = ['Tra']): boolean {
  return types === 'all' || types.includes(type);
}

/** Types that journals have (docs/journal-format.md), by their name in lower case. */
const NAMES: ReadonlyMap<string, string> = new Map(
  ['Tra', 'TraS', 'TraU', 'TraV', 'Cfg', 'Rep', 'Repo', 'Fis', 'log'].map((type) => [
    type.toLowerCase(),
    type,
  ]),
);

/** A type as records have it, of one in any letter case; what is none stays as it is. */
export function namedType(text: string): string {
  return NAMES.get(text.toLowerCase()) ?? text;
}
