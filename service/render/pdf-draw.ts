/** Drawing with a pen that knows where it is: texts and codes in points. */
import { showable, widthOf, type FontName, type Pdf } from './fonts.ts';
import { barcodeOn, type Rows } from './barcode.ts';
import { codePath, qrMeasures, qrSymbol, type QrSymbol } from './qr.ts';
import type { PaperBarcode } from '../wire.ts';
import { words, wrap, wrapBalanced } from './wrap.ts';

/** Points of a millimetre. */
export const MM = 72 / 25.4;
const LINE_HEIGHT = 1.3;
/** Highest page of a roll, points: what PDF readers take. */
export const MOST_HEIGHT = 14_000;

/** How a text looks. */
export interface TextStyle {
  font?: FontName;
  size: number;
  align?: 'left' | 'centre' | 'right';
  colour?: string;
}

/** Lines of a text in a box of this width. */
export function breakText(pdf: Pdf, text: string, width: number, style: TextStyle): string[] {
  pdf.font(style.font ?? 'plain').fontSize(style.size);
  const breakUp = style.align === 'centre' ? wrapBalanced : wrap;
  return breakUp(
    text
      .split('\n')
      .map((line) => showable(pdf, line))
      .join('\n'),
    width,
    (t) => pdf.widthOfString(t),
  );
}

/** Letters of an amount become no smaller than this part. */
const SMALLEST = 0.5;

/** The style in which no word of a text has to be broken to be no wider than this: smaller letters, down to half. */
export function fittingStyle(pdf: Pdf, text: string, width: number, style: TextStyle): TextStyle {
  pdf.font(style.font ?? 'plain').fontSize(style.size);
  const longest = words(text).reduce((most, word) => Math.max(most, widthOf(pdf, word)), 0);
  // A little less: widths are not exactly in proportion to sizes.
  const part = Math.max(SMALLEST, (0.99 * width) / longest);
  return longest <= width ? style : { ...style, size: style.size * part };
}

/** Height of a line of text. */
export function lineHeight(style: TextStyle): number {
  return style.size * LINE_HEIGHT;
}

/** Writes lines from `y` downwards; returns where they end. */
export function writeLines(
  pdf: Pdf,
  lines: readonly string[],
  box: { x: number; y: number; width: number },
  style: TextStyle,
): number {
  pdf
    .font(style.font ?? 'plain')
    .fontSize(style.size)
    .fillColor(style.colour ?? '#000');
  let { y } = box;
  for (const line of lines) {
    const spare = box.width - pdf.widthOfString(line);
    const shift = style.align === 'centre' ? spare / 2 : style.align === 'right' ? spare : 0;
    if (line !== '')
      pdf.text(line, box.x + shift, y + (lineHeight(style) - style.size) / 2, { lineBreak: false });
    y += lineHeight(style);
  }
  return y;
}

/** A code that is ready to be drawn; points, quiet zone included. */
export interface DrawnCode {
  width: number;
  height: number;
  draw: (pdf: Pdf, x: number, y: number) => void;
}

/** The code of a receipt, on paper of this printable width (mm). */
export function drawnCode(
  { qr, leastQrVersion = 1, barcode }: { qr: string; leastQrVersion?: number; barcode?: PaperBarcode },
  printable: number,
): DrawnCode {
  if (barcode) return barcodeOf(barcode, printable);
  return qrOf(qrSymbol(qr, leastQrVersion), printable);
}

function qrOf(symbol: QrSymbol, printable: number): DrawnCode {
  const { module, quiet } = qrMeasures(symbol, printable);
  const scale = module * MM;
  const side = (symbol.size + 2 * quiet) * scale;
  return {
    ...{ width: side, height: side },
    draw: (pdf, x, y) => drawRows(pdf, symbol.rows, x + quiet * scale, y + quiet * scale, scale),
  };
}

function barcodeOf(barcode: PaperBarcode, printable: number): DrawnCode {
  const { rows, module } = barcodeOn(barcode, printable);
  const scale = module * MM;
  return {
    ...{ width: rows[0]!.length * scale, height: rows.length * scale },
    draw: (pdf, x, y) => drawRows(pdf, rows, x, y, scale),
  };
}

function drawRows(pdf: Pdf, rows: Rows, x: number, y: number, scale: number): void {
  pdf.save();
  pdf.translate(x, y).scale(scale);
  pdf.path(codePath(rows)).fill('#000');
  pdf.restore();
}
