/** What the pages of a PDF file draw: the operators of their contents (ISO 32000-1, 7.8.2). */

/** A text that is shown: the name of its font, and the codes of its glyphs, two bytes each. */
export interface ShownText {
  font: string;
  codes: number[];
}

/** What a page draws. */
export interface Drawn {
  texts: ShownText[];
  /** Operators by how often they are there. */
  operators: Map<string, number>;
  /** Names that operators take, such as `gs` and `Do`, with the operator in front. */
  names: Set<string>;
  /** Deepest nesting of `q`. */
  depth: number;
}

const TOKEN =
  /\s+|%[^\r\n]*|<<|>>|<([0-9A-Fa-f\s]*)>|\((?:[^()\\]|\\[\s\S])*\)|\/([^\s()<>[\]{}/%]*)|\[|\]|([^\s()<>[\]{}/%]+)/gy;

/**
 * Reads the contents of a page, as far as writers of texts and lines use them.
 * @throws Error for what it does not know
 */
export function drawn(content: Buffer): Drawn {
  const text = content.toString('latin1');
  const result: Drawn = { texts: [], operators: new Map(), names: new Set(), depth: 0 };
  let [font, depth] = ['', 0];
  let operands: { name?: string; codes?: number[] }[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index !== at) break;
    at += match[0].length;
    const [token, hex, name, word] = match;
    if (hex !== undefined) operands.push({ codes: codesOf(hex.replace(/\s/g, '')) });
    else if (name !== undefined) operands.push({ name });
    else if (token.startsWith('(')) throw new Error(`the text ${token} is no list of glyphs`);
    if (word === undefined || /^[+-]?[\d.]+$/.test(word)) continue;
    if (word === 'q') result.depth = Math.max(result.depth, ++depth);
    if (word === 'Q') depth--;
    if (word === 'Tf') font = operands[0]?.name ?? '';
    const codes = operands.flatMap((operand) => operand.codes ?? []);
    if (codes.length > 0) result.texts.push({ font, codes });
    for (const operand of operands)
      if (operand.name !== undefined) result.names.add(`${word} ${operand.name}`);
    result.operators.set(word, (result.operators.get(word) ?? 0) + 1);
    operands = [];
  }
  if (at < text.length)
    throw new Error(`the content cannot be read at ${JSON.stringify(text.slice(at, at + 30))}`);
  if (depth !== 0) throw new Error(`${depth} more q than Q`);
  return result;
}

function codesOf(hex: string): number[] {
  if (hex.length % 4 !== 0) throw new Error(`${hex} are no codes of two bytes`);
  return Array.from(hex.matchAll(/.{4}/g), ([code]) => Number.parseInt(code, 16));
}
