/** The line that a printer is filling: characters and strips of pictures beside each other until it is printed. */
import { advanceOf, cellOf, type Dots, type Mark, type Piece, type Style } from './paper.ts';

/** Where a line stands. */
export type Align = 'left' | 'centre' | 'right';

/** What a line is printed into: dots from where printing can begin. */
export interface Area {
  left: number;
  width: number;
  align: Align;
}

/** Whoever goes back in a line again and again prints it with so many. */
const MOST_PIECES = 500;

/** A line that is being filled. */
export class Line {
  private pieces: Piece[] = [];
  private x = 0;
  /** Where the last character ended. */
  private end = 0;
  private height = 0;

  get isEmpty(): boolean {
    return this.pieces.length === 0;
  }

  /** Room for so many more dots; the first piece of a line always has it. */
  hasRoom(dots: number, area: Area): boolean {
    return this.isEmpty || (this.x + dots <= area.width && this.pieces.length < MOST_PIECES);
  }

  add(character: string, style: Style, spacing: number): void {
    const last = this.pieces.at(-1);
    const isSame = last?.kind === 'text' && last.style === style && last.spacing === spacing;
    const advance = advanceOf(character, style, spacing);
    if (isSame && this.end === this.x) last.text += character;
    else this.pieces.push({ kind: 'text', x: this.x, text: character, style, spacing });
    this.x += advance;
    this.end = this.x;
    this.height = Math.max(this.height, cellOf(style).height);
  }

  addStrip(dots: Dots): void {
    this.pieces.push({ kind: 'strip', x: this.x, dots });
    this.x += dots.width;
    this.height = Math.max(this.height, dots.rows.length);
  }

  /** Goes on somewhere else in the line. */
  moveTo(x: number, area: Area): void {
    if (x >= 0 && x <= area.width) this.x = x;
  }

  /** Goes on so many dots to the right, or to the left. */
  moveBy(dots: number, area: Area): void {
    this.moveTo(this.x + dots, area);
  }

  /** The first of these places that is still ahead; without one it stays. */
  tab(stops: readonly number[], area: Area): void {
    const next = stops.find((stop) => stop > this.x);
    if (next !== undefined) this.moveTo(next, area);
  }

  /** The line as it is printed; afterwards it is empty. @param spacing least dots from line to line */
  print(spacing: number, area: Area): Mark {
    const shift = area.left + shiftOf(this.x, area);
    const mark: Mark = {
      kind: 'line',
      pieces: this.pieces.map((piece) => ({ ...piece, x: piece.x + shift })),
      feed: Math.max(spacing, this.height),
    };
    this.clear();
    return mark;
  }

  clear(): void {
    this.pieces = [];
    this.x = 0;
    this.end = 0;
    this.height = 0;
  }
}

/** Dots from the left edge of an area to something that is aligned in it. */
export function shiftOf(width: number, { width: room, align }: Area): number {
  const spare = Math.max(0, room - width);
  return align === 'centre' ? Math.floor(spare / 2) : align === 'right' ? spare : 0;
}
