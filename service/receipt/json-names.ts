/**
 * Names that stand twice in one object of a JSON text. A parser takes the last one without a word:
 * of two amounts of a sale nobody would know which one was meant. XML refuses the same.
 */

const QUOTE = '"'.charCodeAt(0);
/** Blank, tab, line feed and carriage return are no greater, and nothing else in JSON outside of texts. */
const LAST_BLANK = ' '.charCodeAt(0);

/**
 * Whether a name may stand twice: the text has more names than what was parsed. Where not, none
 * does. Takes a hundredth of the time of a sale: colons behind quotes and properties are counted,
 * and colons in texts can only make the count too high.
 * @param value what the text was parsed to
 */
export function namesMayRepeat(text: string, value: unknown): boolean {
  let names = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (before > 0 && text.charCodeAt(before) <= LAST_BLANK) before--;
    if (text.charCodeAt(before) === QUOTE) names++;
  }
  return names !== properties(value);
}

/** Properties of all objects in a value. A text has none: its characters, one by one, would take a second for 250 kB. */
function properties(value: unknown): number {
  let count = 0;
  const open: unknown[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const inner of next) if (typeof inner === 'object' && inner !== null) open.push(inner);
      continue;
    }
    for (const name in next as object) {
      count++;
      const inner = (next as Record<string, unknown>)[name];
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return count;
}

/** An object or a list that has not ended yet. */
interface Open {
  /** Names so far; null for a list. */
  names: Set<string> | null;
  /** The name whose value is being read, or the place in the list. */
  at: string | number;
}

/** Path of the first name that is given twice, such as `Tra.ESR.PosA[0].Amt`; null for none. @param text well-formed JSON */
export function repeatedName(text: string): string | null {
  const open: Open[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;
  let last: string | null = null;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [sign] = found;
    const inner = open.at(-1);
    if (sign === '{' || sign === '[') open.push({ names: sign === '{' ? new Set() : null, at: 0 });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') {
      if (inner?.names === null) inner.at = Number(inner.at) + 1;
    } else if (sign === ':') {
      if (!inner?.names || last === null) continue;
      const name = JSON.parse(last) as string;
      inner.at = name;
      if (inner.names.has(name)) return pathOf(open);
      inner.names.add(name);
    } else last = sign;
  }
  return null;
}

function pathOf(open: readonly Open[]): string {
  return open
    .map(({ names, at }, depth) => (names === null ? `[${at}]` : `${depth === 0 ? '' : '.'}${at}`))
    .join('');
}
