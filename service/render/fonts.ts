/** The fonts of PDF files: DejaVu, for all letters of Europe. */
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { normalForm } from '../normal-form.ts';

/** The document being written. */
export type Pdf = InstanceType<typeof PDFDocument>;
/** A font by its role. */
export type FontName = 'plain' | 'strong';

/** Files by package path, so that they are found from the sources and from the bundle. */
const FILES: Readonly<Record<FontName, string>> = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  strong: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
};

/** Makes the fonts known to a document. */
export function registerFonts(pdf: Pdf): void {
  const { resolve } = createRequire(import.meta.url);
  for (const [name, file] of Object.entries(FILES)) pdf.registerFont(name, resolve(file));
}

interface FontWithGlyphs {
  font?: { hasGlyphForCodePoint(code: number): boolean };
}

/** The text with `?` for what the document's current font cannot show, and a blank for a tab. */
export function showable(pdf: Pdf, text: string): string {
  const { font } = (pdf as unknown as { _font: FontWithGlyphs })._font;
  let result = '';
  for (const character of normalForm(text.replaceAll('\t', ' '), 'NFC')) {
    if (/^[\p{Cc}\p{Cf}\uFE0F]$/u.test(character)) continue;
    result += !font || font.hasGlyphForCodePoint(character.codePointAt(0)!) ? character : '?';
  }
  return result;
}

/** Width of a text as the document's current font shows it. */
export function widthOf(pdf: Pdf, text: string): number {
  return pdf.widthOfString(showable(pdf, text));
}
