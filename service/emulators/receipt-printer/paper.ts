/** What stands on the paper of an emulated printer. */

/** How a run of characters is printed. */
export interface Style {
  bold: boolean;
  underline: boolean;
  /** White on black. */
  invert: boolean;
  /** Multiples of the character's size. */
  width: number;
  height: number;
  /** Font A has characters of 12 by 24 dots, B of 9 by 17. */
  font: 'A' | 'B';
}

/** Dots in rows of whole bytes: one bit a dot, 1 is black, the most significant bit is at the left. */
export interface Dots {
  /** Dots of a row. */
  width: number;
  rows: Uint8Array[];
}

/** Part of a printed line. `x` is its left edge, in dots from where printing can begin. */
export type Piece =
  | { kind: 'text'; x: number; text: string; style: Style; /** Dots between characters. */ spacing: number }
  | { kind: 'strip'; x: number; dots: Dots };

/** Something that was printed. */
export type Mark =
  /** `feed` is how far the paper moved for it, in dots. */
  | { kind: 'line'; pieces: readonly Piece[]; feed: number }
  | { kind: 'picture'; x: number; dots: Dots }
  | { kind: 'qr'; x: number; dots: Dots; text: string; module: number; level: string }
  | { kind: 'barcode'; x: number; dots: Dots; text: string; symbology: string }
  | { kind: 'feed'; dots: number };

/** One piece of paper, from cut to cut. */
export interface Sheet {
  /** Counted from 1. */
  number: number;
  marks: readonly Mark[];
  /** It was cut or torn off; else it hangs in the printer. */
  isCut: boolean;
}

/** Dots of a character: its cell without what stands beside it. */
export function cellOf({ font, width, height }: Style): { width: number; height: number } {
  return font === 'A'
    ? { width: 12 * width, height: 24 * height }
    : { width: 9 * width, height: 17 * height };
}

/** Dots that a character takes in a line; an ideogram is as wide as two letters. */
export function advanceOf(character: string, style: Style, spacing: number): number {
  const times = isWide(character) ? 2 : 1;
  return times * (cellOf(style).width + spacing * style.width);
}

/** Printed by a printer in two-byte mode only. */
function isWide(character: string): boolean {
  return character.codePointAt(0)! >= 0x2e80 && character !== '\uFFFD';
}

/** How far the paper moves for a mark, in dots. */
export function feedOf(mark: Mark): number {
  switch (mark.kind) {
    case 'line':
      return mark.feed;
    case 'feed':
      return mark.dots;
    default:
      return mark.dots.rows.length;
  }
}

/** The plain text of a sheet, a line each; pictures and codes as `[qr ...]`. */
export function textOf(sheet: Sheet): string {
  return sheet.marks
    .flatMap((mark) => {
      switch (mark.kind) {
        case 'line':
          return [lineText(mark.pieces)];
        case 'qr':
          return [`[qr ${mark.text}]`];
        case 'barcode':
          return [`[${mark.symbology} ${mark.text}]`];
        case 'picture':
          return [`[picture ${mark.dots.width}x${mark.dots.rows.length}]`];
        case 'feed':
          return [];
      }
    })
    .join('\n');
}

/** Pieces with room between them stand apart; strips of a picture say nothing. */
function lineText(pieces: readonly Piece[]): string {
  let text = '';
  let end: number | null = null;
  for (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    if (end !== null && piece.x > end) text += ' ';
    text += piece.text;
    end = piece.x;
    for (const character of piece.text) end += advanceOf(character, piece.style, piece.spacing);
  }
  return text;
}
