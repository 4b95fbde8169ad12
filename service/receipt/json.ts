/** JSON in: text to tree, with a clear word about the place of a mistake. */
import { issue, type Issue } from './issue.ts';
import { isTree, type Tree } from './tree.ts';

/** Reads a JSON body. The tree keeps `__proto__` as an ordinary (later refused) name. */
export function readJson(text: string): { tree: Tree } | { issue: Issue } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { issue: issue('#JSON', '', `not well-formed JSON: ${describe(text, (error as Error).message)}`) };
  }
  if (!isTree(value)) return { issue: issue('#RECORD', '', 'the body must be a JSON object') };
  return { tree: value };
}

/** Adds line and column to the parser's message, which only counts characters. */
function describe(text: string, message: string): string {
  const m = /at position (\d+)/.exec(message);
  if (!m) return message.includes('end of JSON input') ? 'the text ends too early' : 'unexpected text';
  const before = text.slice(0, Number(m[1]));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `${message.replace(/ in JSON at position.*| at position.*/s, '')} at line ${line}, column ${column}`;
}
