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

/** XML name with an optional prefix; names with two leading underscores are refused (`__proto__`). */
const NAME = /^(?!__)[\p{L}_][\p{L}\p{N}_.-]*(:[\p{L}_][\p{L}\p{N}_.-]*)?$/u;
const MAX_NAME = 100;

/** True when a property or element may have this name. */
export function isName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name);
}

 
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** Control characters and lone surrogates, which XML 1.0 and therefore most exports cannot carry. */
export function checkText(text: string, path: string, issues: Issue[]): void {
  const m = ILLEGAL.exec(text);
  if (m) {
    const code = m[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    issues.push(issue('#CHARACTER', path, `character U+${code} is not allowed in a text`));
  }
}
