/** Paper as pictures. */
import { png } from '../../render/png.ts';
import { Bitmap } from './bitmap.ts';
import { letterDots } from './letters.ts';
import type { PrinterModel } from './models.ts';
import { advanceOf, cellOf, feedOf, type Piece, type Sheet } from './paper.ts';

/** White above what is printed, and below what hangs in the printer, dots. */
const MARGIN = 32;
/** Side of the box that stands for an ideogram, whose look is not known here. */
const BOX = 20;

/** Of a printer, what its paper looks like. */
type Roll = Pick<PrinterModel, 'dots' | 'edge'>;

/** Dots of a piece of paper with its edges. */
export function sheetSize({ marks, isCut }: Sheet, { dots, edge }: Roll): { width: number; height: number } {
  const length = marks.reduce((sum, mark) => sum + feedOf(mark), 0);
  return { width: dots + 2 * edge, height: MARGIN + length + (isCut ? 0 : MARGIN) };
}

/** A piece of paper with its edges, as PNG: one pixel for each of the printer's dots. */
export function sheetPng(sheet: Sheet, model: Roll): Buffer {
  const { width, height, isDark } = drawSheet(sheet, model);
  return png(width, height, isDark);
}

/** A piece of paper with its edges. */
export function drawSheet(sheet: Sheet, model: Roll): Bitmap {
  const { edge } = model;
  const { width, height } = sheetSize(sheet, model);
  const paper = new Bitmap(width, height);
  let y = MARGIN;
  for (const mark of sheet.marks) {
    if (mark.kind === 'line') drawLine(paper, mark.pieces, edge, y);
    else if (mark.kind !== 'feed') paper.stamp(mark.dots, edge + mark.x, y);
    y += feedOf(mark);
  }
  return paper;
}

/** Whatever is of different height in a line stands on one ground. */
function drawLine(paper: Bitmap, pieces: readonly Piece[], left: number, top: number): void {
  const heightOf = (piece: Piece) =>
    piece.kind === 'text' ? cellOf(piece.style).height : piece.dots.rows.length;
  const height = Math.max(0, ...pieces.map(heightOf));
  for (const piece of pieces) {
    const y = top + height - heightOf(piece);
    if (piece.kind === 'strip') paper.stamp(piece.dots, left + piece.x, y);
    else drawText(paper, piece, left + piece.x, y);
  }
}

function drawText(
  paper: Bitmap,
  { text, style, spacing }: Extract<Piece, { kind: 'text' }>,
  left: number,
  top: number,
): void {
  const { height } = cellOf(style);
  const times = { x: style.width, y: style.height };
  let x = left;
  for (const character of text) {
    const advance = advanceOf(character, style, spacing);
    const isIdeogram = advance > advanceOf(' ', style, spacing);
    if (isIdeogram) paper.fill(x + 2, top + 2, BOX * times.x, BOX * times.y);
    else if (character !== ' ') paper.stamp(letterDots(character, style.font, style.bold), x, top, times);
    x += advance;
  }
  if (style.underline) paper.fill(left, top + height - 2 * style.height, x - left, 2 * style.height);
  if (style.invert) paper.flip(left, top, x - left, height);
}
