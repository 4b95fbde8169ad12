/** Drawing with a pen that knows where it is: texts and QR codes in points. */
import { showable, type FontName, type Pdf } from './fonts.ts';
import { qrMeasures, qrPath, type QrSymbol } from './qr.ts';
import { wrap, wrapBalanced } from './wrap.ts';

/** Points of a millimetre. */
export const MM = 72 / 25.4;
const LINE_HEIGHT = 1.3;

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

/** Side of a drawn QR code, quiet zone included, in points. */
export function qrSide(symbol: QrSymbol, printable: number): number {
  const { module, quiet } = qrMeasures(symbol, printable);
  return (symbol.size + 2 * quiet) * module * MM;
}

/** Draws a QR code with its quiet zone. */
export function drawQr(pdf: Pdf, symbol: QrSymbol, printable: number, x: number, y: number): void {
  const { module, quiet } = qrMeasures(symbol, printable);
  const scale = module * MM;
  pdf.save();
  pdf.translate(x + quiet * scale, y + quiet * scale).scale(scale);
  pdf.path(qrPath(symbol)).fill('#000');
  pdf.restore();
}
