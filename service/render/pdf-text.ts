/** Lines of text on a roll, as one page of a PDF file: texts that a till has printed, and test pages. */
import type { Pdf } from './fonts.ts';
import type { PaperSize } from './papers.ts';
import { breakText, lineHeight, MM, MOST_HEIGHT, writeLines, type TextStyle } from './pdf-draw.ts';

const TOP = 5 * MM;

/** Draws the lines; pages are made here. */
export function drawText(pdf: Pdf, lines: readonly string[], size: PaperSize): void {
  const style: TextStyle = { size: size.width < 70 ? 7.5 : 8.5 };
  const width = size.printable * MM;
  const x = ((size.width - size.printable) / 2) * MM;
  const all = lines.flatMap((line) => (line === '' ? [''] : breakText(pdf, line, width, style)));
  const most = Math.floor((MOST_HEIGHT - 2 * TOP) / lineHeight(style));
  for (let at = 0; at === 0 || at < all.length; at += most) {
    const page = all.slice(at, at + most);
    pdf.addPage({ size: [size.width * MM, 2 * TOP + page.length * lineHeight(style)], margin: 0 });
    writeLines(pdf, page, { x, y: TOP, width }, style);
  }
}
