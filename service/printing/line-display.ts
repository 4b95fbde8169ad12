/** Texts on the line display of a register (`/peri/display`). */
import { COLUMNS, type LineDisplayModel } from '../devices/line-display/models.ts';
import { PrinterLetters } from '../render/code-page.ts';
import { wrap } from '../render/wrap.ts';

/** Letters that are looked at: many times what a display can show. */
const MOST_LETTERS = 1000;

/**
 * The two lines of a text (PR41). A text of one line goes on in the second one,
 * at a blank where there is one; of a text of several lines the first two are
 * shown. What does not fit is left out, and so are control characters.
 */
export function displayLines(text: string, model: LineDisplayModel): [string, string] {
  const letters = new PrinterLetters(model.codePages, false);
  const lines = text
    .slice(0, MOST_LETTERS)
    .replace(/(?:\r\n|[\r\n])$/, '')
    .split(/\r\n|[\r\n]/)
    .map((line) => letters.printable(line.replaceAll('\t', ' ')));
  const rows = lines.length === 1 ? wrap(lines[0]!, COLUMNS, (part) => part.length) : lines;
  const row = (at: number) => (rows[at] ?? '').slice(0, COLUMNS).padEnd(COLUMNS);
  return [row(0), row(1)];
}

/** What shows a text on a display. */
export function displayBytes(text: string, model: LineDisplayModel): Uint8Array {
  const letters = new PrinterLetters(model.codePages, false);
  const runs = (line: string) => letters.runs(line, letters.first);
  const [first, second] = displayLines(text, model);
  return model.show([runs(first), runs(second)]);
}
