/** Breaks texts into lines, whatever a line is measured in. */

/** Width of a text: columns or points. */
export type Measure = (text: string) => number;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Letters that stand alone whatever is beside them: Latin, Greek, Cyrillic. */
const ALONE = /^[\u0020-\u02FF\u0370-\u0482\u048A-\u052F\u20A0-\u20BF]*$/;

/** What a reader takes for one character; combining marks stay with their letter. */
export function characters(text: string): string[] {
  // The segmenter takes twenty times as long.
  if (ALONE.test(text)) return text.split('');
  return Array.from(graphemes.segment(text), (s) => s.segment);
}

/**
 * Blanks, and words between them. An amount is one word: the blank between a digit and three of them is its
 * separator of thousands (`1 234,50`), and blanks that say so themselves keep words together.
 */
const PARTS = /(?:[\S\u00A0\u2007\u202F]+|(?<=(?<!\d)\d{1,3}) (?=\d{3}(?!\d)))+|\s+/g;

/** What stays together on a line. */
export function words(text: string): string[] {
  return (text.match(PARTS) ?? []).filter((part) => /\S/.test(part));
}

/** Between the lines of a text. */
export const LINE_BREAK = /\r\n|[\r\n\u2028\u2029]/g;

/**
 * Lines no wider than `width`. Breaks at blanks; a word that is too long for a
 * line is broken anywhere. Line breaks of the text stay. At least one line.
 */
export function wrap(text: string, width: number, measure: Measure): string[] {
  return text.split(LINE_BREAK).flatMap((line) => wrapLine(line, width, measure));
}

/** Characters that no line of a paper has: of a longer text these are measured first. */
const MORE_THAN_A_LINE = 200;

function wrapLine(text: string, width: number, measure: Measure): string[] {
  const fits = (part: string) =>
    (part.length <= MORE_THAN_A_LINE || measure(part.slice(0, MORE_THAN_A_LINE)) <= width) &&
    measure(part) <= width;
  if (fits(text)) return [text.trimEnd()];
  const lines: string[] = [];
  let line = '';
  const put = (part: string) => {
    if (fits(line + part)) {
      line += part;
      return;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    if (fits(part)) {
      // A blank at a break is no longer needed.
      line = part.trimStart();
      return;
    }
    const inside = part.match(/\s|\S+/g) ?? [];
    if (inside.length > 1) {
      inside.forEach(put);
      return;
    }
    const pieces = broken(part, width, measure);
    line = pieces.pop()!;
    for (const piece of pieces) lines.push(piece);
  };
  for (const part of text.match(PARTS) ?? []) put(part);
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}

/**
 * Pieces of a word, each as long as a line is wide. Measuring takes long, and a word may be a picture that a till has
 * put into a text: a piece is guessed to be as long as the one before.
 */
function broken(word: string, width: number, measure: Measure): string[] {
  const all = characters(word);
  const pieces: string[] = [];
  let length = 1;
  for (let start = 0; start < all.length; start += length) {
    const most = all.length - start;
    const fits = () => measure(all.slice(start, start + length).join('')) <= width;
    length = Math.min(length, most);
    if (fits()) {
      do length++;
      while (length <= most && fits());
      length--;
    } else {
      do length--;
      while (length > 1 && !fits());
      length = Math.max(length, 1);
    }
    pieces.push(all.slice(start, start + length).join(''));
  }
  return pieces;
}

/**
 * Like {@link wrap}, with lines of nearly equal width where that takes no more lines and breaks no more words: for
 * centred texts.
 */
export function wrapBalanced(text: string, width: number, measure: Measure): string[] {
  let best = wrap(text, width, measure);
  if (best.length === 1) return best;
  const widths = words(text)
    .filter((word) => word.length <= MORE_THAN_A_LINE)
    .map(measure);
  const least = widths.filter((one) => one <= width).reduce((a, b) => Math.max(a, b), 0);
  for (let part = 0.9; part >= 0.5 && width * part >= least; part -= 0.1) {
    const lines = wrap(text, width * part, measure);
    if (lines.length > best.length) break;
    best = lines;
  }
  return best;
}
