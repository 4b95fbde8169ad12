/** JSON in: text to tree, with a clear word about the place of a mistake. */
import { issue, type Issue } from './issue.ts';
import { namesMayRepeat, repeatedName } from './json-names.ts';
import { isTree, type Tree } from './tree.ts';

/** A plain JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Reads a JSON body. The tree keeps `__proto__` as an ordinary (later refused) name. */
export function readJson(text: string): { tree: Tree } | { issue: Issue } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { issue: issue('#JSON', '', `not well-formed JSON: ${describe(text, (error as Error).message)}`) };
  }
  const twice = namesMayRepeat(text, value) ? repeatedName(text) : null;
  if (twice !== null)
    return { issue: issue('#DUPLICATE_NAME', twice.slice(0, 200), 'this name is given twice in one object') };
  if (!isTree(value)) return { issue: issue('#RECORD', '', 'the body must be a JSON object') };
  return { tree: value };
}

/** Adds line and column to the parser's message, which counts characters, or not even that. */
function describe(text: string, message: string): string {
  if (message.includes('end of JSON input')) return 'the text ends too early';
  const stated = /at position (\d+)/.exec(message);
  const what = stated ? message.replace(/ in JSON at position.*| at position.*/s, '') : 'unexpected text';
  const position = stated ? Number(stated[1]) : text.length > LONGEST_SEARCH ? null : firstMistake(text);
  if (position === null) return what;
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `${what} at line ${line}, column ${column}`;
}

/** Longer texts are refused without the place, because looking for it takes several readings. */
const LONGEST_SEARCH = 1_000_000;

/** Position of the first character that cannot stand where it stands. */
function firstMistake(text: string): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (beginsWell(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** True when a text is JSON so far: at most its end is missing. */
function beginsWell(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message)?.[1];
    return position === undefined
      ? message.includes('end of JSON input')
      : Number(position) === text.length || message.startsWith('Unterminated string');
  }
}
