/** Fonts of a PDF file, as PDF/A-3b wants them (ISO 19005-3:2012, 6.2.11), and those of texts that can be read out. */
import { PDFArray, PDFName, PDFNumber, type PDFDict, type PDFObject } from '@cantoo/pdf-lib';
import type { Drawn } from './content.ts';
import { asDict, dictOf, listOf, streamOf, textOf } from './file.ts';
import { glyphWidths } from './true-type.ts';

/** Notes a fault where something is not right. */
export type Check = (isRight: boolean, fault: string) => void;

/** A font and all glyphs that are shown with it: embedded, as wide as the page counts on, and known as letters. */
export function checkFont(font: PDFDict | null, name: string, { texts }: Drawn, check: Check): void {
  const about = `font ${name}`;
  const descendant = asDict(listOf(font, 'DescendantFonts')[0]);
  const program = streamOf(dictOf(descendant, 'FontDescriptor'), 'FontFile2');
  check(textOf(font, 'Subtype') === 'Type0' && program !== null, `6.2.11.4.1: ${about} is not embedded`);
  if (!font || !descendant || !program) return;
  check(textOf(font, 'Encoding') === 'Identity-H', `6.2.11.3.3: CMap of ${about}`);
  check(textOf(descendant, 'Subtype') === 'CIDFontType2', `6.2.11.2: ${about}`);
  check(textOf(descendant, 'CIDToGIDMap') === 'Identity', `6.2.11.3.2: CIDToGIDMap of ${about}`);
  check(/^[A-Z]{6}\+/.test(textOf(font, 'BaseFont') ?? ''), `9.6.4: ${about} does not say that it is a part`);
  check(
    !dictOf(descendant, 'FontDescriptor')!.has(PDFName.of('CIDSet')),
    `6.2.11.4.2: CIDSet of ${about} is not looked at`,
  );
  const widths = glyphWidths(program);
  const said = widthsOf(descendant);
  const letters = lettersOf(streamOf(font, 'ToUnicode')?.toString('latin1') ?? '');
  for (const code of new Set(texts.filter((text) => text.font === name).flatMap(({ codes }) => codes))) {
    check(code > 0 && code < widths.length, `6.2.11.8: glyph ${code} of ${about} is not there`);
    check(
      Math.abs((said.get(code) ?? 1000) - (widths[code] ?? 0)) <= 1,
      `6.2.11.5: width of glyph ${code} of ${about}`,
    );
    check(letters.has(code), `6.2.11.7.2: glyph ${code} of ${about} is no letter`);
  }
}

/** Widths that the page counts on: `W`, ISO 32000-1, 9.7.4.3. */
function widthsOf(descendant: PDFDict): Map<number, number> {
  const widths = new Map<number, number>();
  const items = listOf(descendant, 'W');
  const number = (item: PDFObject | undefined) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN);
  for (let i = 0; i < items.length;) {
    const [first, next] = [number(items[i]), items[i + 1]];
    if (next instanceof PDFArray) {
      next.asArray().forEach((width, n) => widths.set(first + n, number(width)));
      i += 2;
    } else {
      for (let code = first; code <= number(next); code++) widths.set(code, number(items[i + 2]));
      i += 3;
    }
  }
  return widths;
}

/** Codes that a CMap gives letters: ISO 32000-1, 9.10.3. */
function lettersOf(cmap: string): Set<number> {
  const codes = new Set<number>();
  const add = (code: number, letters: string) => {
    if (/[1-9a-f]/i.test(letters)) codes.add(code);
  };
  for (const [, block] of cmap.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code, letters] of block!.matchAll(/<([\da-f]{4})>\s*<([\da-f\s]*)>/gi))
      add(Number.parseInt(code!, 16), letters!);
  for (const [, block] of cmap.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    const ranges = block!.matchAll(/<([\da-f]{4})>\s*<([\da-f]{4})>\s*(\[[^\]]*\]|<[\da-f\s]*>)/gi);
    for (const [, from, till, to] of ranges) {
      const [first, last] = [Number.parseInt(from!, 16), Number.parseInt(till!, 16)];
      const each = to!.startsWith('[') ? (to!.match(/<[\da-f\s]*>/gi) ?? []) : null;
      for (let code = first; code <= last; code++) add(code, each ? (each[code - first] ?? '') : to!);
    }
  }
  return codes;
}
