/**
 * The common shape between the wire formats and the canonical record: plain
 * values as a JSON parser gives them. XML is turned into the same shape.
 */
import { issue, type Issue } from './issue.ts';

/** A value of the tree. */
export type TreeValue = string | number | boolean | null | TreeValue[] | Tree;

/** An element: named values. Made without prototype, so that no name has a hidden meaning. */
export interface Tree {
  [name: string]: TreeValue;
}

/** An element without prototype. */
export function emptyTree(): Tree {
  return Object.create(null) as Tree;
}

/** True for elements, false for texts, lists and nothing. */
export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** NameStartChar and NameChar of XML 1.0 without the colon; not all of \p{L} is among them (`º`). */
const START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F' +
  '\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const PART = `[${START}][${START}0-9.\\u00B7\\u0300-\\u036F\\u203F\\u2040-]*`;
/** XML name with an optional prefix; names with two leading underscores are refused (`__proto__`). */
const NAME = new RegExp(`^(?!__)${PART}(:${PART})?$`, 'u');
const MAX_NAME = 100;

/** True when a property or element may have this name. */
export function isName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name);
}

/** True for attributes that say something about XML and nothing about the sale; other prefixes belong to extensions. */
export function isSchemaHint(name: string): boolean {
  return name === 'xmlns' || name === 'xmlns:xsi' || name === 'xmlns:xsd' || name.startsWith('xsi:');
}

/** What XML 1.0 cannot carry: control characters, lone surrogates, U+FFFE and U+FFFF. */
export const ILLEGAL_CHARACTER = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/**
 * Characters that make a text look like another one, or do things to a terminal: delete, the C1
 * controls, and what turns the direction of reading around. Marks (U+200E, U+200F, U+061C) are
 * none of them: texts from right to left need them, and they turn nothing around that has a
 * direction of its own.
 */
const DISGUISING = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
const ALL_DISGUISING = new RegExp(DISGUISING, 'g');

/** A text as it may be shown: what disguises it is seen as U+FFFD. Records of versions before may have such. */
export function undisguised(text: string): string {
  return text.replace(ALL_DISGUISING, '\uFFFD');
}

/**
 * Refuses characters that XML, and therefore most exports, cannot carry, and those that disguise a text.
 * @param isStored the text is in a journal already, where versions before let disguises pass
 */
export function checkText(text: string, path: string, issues: Issue[], isStored = false): void {
  const m = ILLEGAL_CHARACTER.exec(text) ?? (isStored ? null : DISGUISING.exec(text));
  if (m) {
    const code = m[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    issues.push(issue('#CHARACTER', path, `character U+${code} is not allowed in a text`));
  }
}
