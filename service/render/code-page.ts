/**
 * Text for receipt printers: letters come from whichever code page of the
 * printer has them, and the page is changed in the middle of a line. Letters that
 * none has stay in the text, and their line is drawn as a picture; what cannot be
 * drawn either is written with its nearest plain letters, never with whatever the
 * printer would make of the bytes.
 */
import iconv from 'iconv-lite';
import { PLAIN_LETTERS } from '../receipt/plain-letters.ts';
import { isDrawable } from './drawn-letters.ts';
import { characters } from './wrap.ts';
import { normalForm } from '../normal-form.ts';

/** Numbers of `ESC t` by code page, as iconv-lite names it. */
export type CodePageNumbers = Readonly<Record<string, number>>;

/** Characters beside each other that one page has. */
export interface Run {
  /** Number of `ESC t`. */
  page: number;
  bytes: Uint8Array;
}

/** Pages with the euro sign and the letters of most first; all others follow. */
const ORDER = ['cp858', 'win1252', 'win1250', 'cp852', 'win1251', 'cp866', 'win1253', 'win1257'];

/** Bytes by character, of pages that were used. */
const tables = new Map<string, ReadonlyMap<string, number>>();

function tableOf(name: string): ReadonlyMap<string, number> {
  const known = tables.get(name);
  if (known) return known;
  const table = new Map<string, number>();
  for (let byte = 0x80; byte < 0x100; byte++) {
    const character = iconv.decode(Buffer.of(byte), name);
    // Control characters and places that are empty.
    if (!/[\p{Cc}\uFFFD]/u.test(character)) table.set(character, byte);
  }
  tables.set(name, table);
  return table;
}

/** Invisible or different on paper: a blank that must not break, a hyphen that is none unless the line breaks. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['\u00A0', ' '],
  ['\u00AD', ''],
]);
/** Signs that people take for each other; Romanian writes a comma where the pages have a cedilla. */
const SAME: ReadonlyMap<string, string> = new Map(Object.entries({ ș: 'ş', Ș: 'Ş', ț: 'ţ', Ț: 'Ţ' }));
const NEAR: ReadonlyMap<string, string> = new Map([
  ...SAME,
  ...Object.entries({ '“': '"', '”': '"', '„': '"', '‘': "'", '’': "'" }),
  ...Object.entries({ '‚': "'", '–': '-', '—': '-', '…': '...', '€': 'EUR' }),
  ...PLAIN_LETTERS,
]);

/** Stands for a character that cannot be printed at all. */
const UNKNOWN = '?';
const ASCII = /^[\x20-\x7E]$/;
const ALL_ASCII = /^[\x20-\x7E]*$/;
/** Bounds of what is kept: texts may have all letters of Unicode, and any number of marks on each. */
const MOST_KNOWN = 5000;
const LONGEST_KNOWN = 8;

interface Page {
  number: number;
  bytes: ReadonlyMap<string, number>;
}

/** What a printer can write. */
export class PrinterLetters {
  private readonly pages: readonly Page[];
  private readonly draws: boolean;
  /** What is printed in the place of characters: a receipt has few. */
  private readonly known = new Map<string, string>();

  /** @param draws letters that no page has stay in texts, to be drawn */
  constructor(numbers: CodePageNumbers, draws = true) {
    this.draws = draws;
    const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    this.pages = Object.keys(numbers)
      .sort((a, b) => rank(a) - rank(b))
      .map((name) => ({ number: numbers[name]!, bytes: tableOf(name) }));
  }

  /** Page that a printer is set to at the beginning. */
  get first(): number {
    return this.pages[0]?.number ?? 0;
  }

  /** The text as the printer can print it: one byte and one column per character. */
  printable(text: string): string {
    if (ALL_ASCII.test(text)) return text;
    return characters(normalForm(text, 'NFC'))
      .map((character) => {
        const known = this.known.get(character);
        if (known !== undefined) return known;
        const printable = this.printableCharacter(character);
        if (this.known.size < MOST_KNOWN && character.length <= LONGEST_KNOWN)
          this.known.set(character, printable);
        return printable;
      })
      .join('');
  }

  private printableCharacter(character: string): string {
    const direct = PLAIN.get(character);
    if (direct !== undefined) return direct;
    if (this.has(character)) return character;
    const same = SAME.get(character);
    if (same !== undefined && this.has(same)) return same;
    if (this.draws && isDrawable(character)) return character;
    const near = NEAR.get(character);
    if (near !== undefined && Array.from(near).every((c) => this.has(c))) return near;
    // What joins letters or keeps them apart belongs to the letter before it: `f` and U+200C in “Auflage”.
    const bare = character.replace(/\p{Cf}/gu, '');
    if (bare !== character) return bare === '' ? '' : this.printableCharacter(bare);
    if (/^\s+$/u.test(character)) return ' ';
    if (/^[\p{Cc}\p{M}]+$/u.test(character)) return '';
    const simple = Array.from(
      normalForm(character, 'NFKD').replace(/\p{M}/gu, ''),
      (c) => NEAR.get(c) ?? c,
    ).join('');
    return simple !== '' && Array.from(simple).every((c) => this.has(c)) ? simple : UNKNOWN;
  }

  /** Whether a text that {@link printable} has returned has letters that have to be drawn. */
  needsDrawing(text: string): boolean {
    if (ALL_ASCII.test(text)) return false;
    return Array.from(text).some((character) => !this.has(character));
  }

  private has(character: string): boolean {
    return ASCII.test(character) || this.pages.some(({ bytes }) => bytes.has(character));
  }

  /**
   * A text that {@link printable} has returned, as bytes. A page stays as long
   * as it has the letters; then comes the one that has the most of what follows.
   * @param current page that the printer is set to
   */
  runs(text: string, current: number): Run[] {
    if (ALL_ASCII.test(text) && text !== '' && this.pages.some(({ number }) => number === current))
      return [{ page: current, bytes: Buffer.from(text, 'latin1') }];
    const letters = Array.from(text);
    const runs: Run[] = [];
    let page = this.pages.find(({ number }) => number === current) ?? this.pages[0];
    for (let at = 0; at < letters.length && page;) {
      if (reach(page, letters, at) === 0) page = this.farthest(letters, at);
      const length = Math.max(1, reach(page, letters, at));
      const { bytes, number } = page;
      runs.push({
        page: number,
        bytes: Uint8Array.from(letters.slice(at, at + length), (c) =>
          ASCII.test(c) ? c.charCodeAt(0) : (bytes.get(c) ?? UNKNOWN.charCodeAt(0)),
        ),
      });
      at += length;
    }
    return runs;
  }

  private farthest(letters: readonly string[], from: number): Page {
    return this.pages.reduce((best, page) =>
      reach(page, letters, from) > reach(best, letters, from) ? page : best,
    );
  }
}

/** Characters from here on that a page has. */
function reach({ bytes }: Page, letters: readonly string[], from: number): number {
  let at = from;
  while (at < letters.length && (ASCII.test(letters[at]!) || bytes.has(letters[at]!))) at += 1;
  return at - from;
}
