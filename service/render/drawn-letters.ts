/**
 * Lines as pictures, for letters that a printer has in none of its code pages:
 * DejaVu Sans Mono, each letter in a cell as wide as those of the printer's own font.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { bwip } from './bwip.ts';

const FILES = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  strong: 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
};
type Weight = keyof typeof FILES;

/** Of the em: how far a letter takes the pen on, and how far it reaches above the line. */
const ADVANCE = 0.602;
const ASCENT = 0.94;
/** Of the width of a cell: its height, as that of font A (12 by 24 dots). */
const TALLNESS = 2;
/** Letters that stand side by side from left to right, and have no shapes that depend on their neighbours. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Sc}]$/u;
/** Of 255: a dot that is darker is printed. */
const DARK = 110;

/** Numbers of the fonts by weight, as far as they were loaded. */
const loaded = new Map<Weight, number>();

function fontOf(weight: Weight): number {
  const known = loaded.get(weight);
  if (known !== undefined) return known;
  const { resolve } = createRequire(import.meta.url);
  const name = `mono-${weight}`;
  bwip().FontLib.loadFont(name, fs.readFileSync(resolve(FILES[weight])));
  const font = bwip().FontLib.lookup(name);
  loaded.set(weight, font);
  return font;
}

/** A letter as it is drawn: the first row and column of its dots in its cell, and those that are black. */
interface Shape {
  top: number;
  left: number;
  rows: boolean[][];
}

/** Letters that were drawn, and whether characters can be: a receipt has few, and drawing takes its time. */
const shapes = new Map<string, Shape>();
const drawable = new Map<string, boolean>();
/** Bound of both: texts may have all letters of Unicode. */
const MOST_KNOWN = 5000;

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}

function shapeOf(letter: string, weight: Weight, width: number, height: number): Shape {
  return remember(shapes, `${letter} ${weight} ${width} ${height}`, () => {
    const glyph = bwip().FontLib.getglyph(fontOf(weight), letter.codePointAt(0)!, width, height);
    const rows = Array.from({ length: glyph.height }, (_, y) =>
      Array.from({ length: glyph.width }, (_x, x) => glyph.pixels[y * glyph.width + x]! > DARK),
    );
    return { top: glyph.top, left: glyph.left, rows };
  });
}

/** Whether a character can be drawn. Signs that are others in disguise (ligatures, fullwidth) cannot. */
export function isDrawable(character: string): boolean {
  if (!DRAWABLE.test(character)) return false;
  return remember(
    drawable,
    character,
    () =>
      character.normalize('NFKC') === character &&
      bwip().FontLib.getglyph(fontOf('plain'), character.codePointAt(0)!, 10, 10).glyph !== 0,
  );
}

/** How a line is drawn. */
export interface LineStyle {
  /** Width of a cell, dots. */
  cell: number;
  strong: boolean;
  inverted: boolean;
  /** Multiples of the letter's size. */
  width: 1 | 2;
  height: 1 | 2;
  /** Dots between the left edge and the text. */
  from: number;
}

/** Dots of a line, `rows[y][x]` true where it is black. */
export function drawLine(
  text: string,
  { cell, strong, inverted, width, height, from }: LineStyle,
): boolean[][] {
  const letters = Array.from(text);
  const [wide, high] = [cell * width, cell * TALLNESS * height];
  const rows = Array.from({ length: high }, () =>
    new Array<boolean>(from + letters.length * wide).fill(inverted).fill(false, 0, from),
  );
  const em = cell / ADVANCE;
  const base = Math.round(cell * TALLNESS * height * (ASCENT / (ASCENT + 0.24)));
  letters.forEach((letter, i) => {
    const shape = shapeOf(letter, strong ? 'strong' : 'plain', em * width, em * height);
    shape.rows.forEach((dots, y) => {
      const row = rows[base - shape.top + y];
      dots.forEach((isBlack, x) => {
        const at = shape.left + x;
        // What reaches beyond its cell would run into its neighbour.
        if (row && isBlack && at >= 0 && at < wide) row[from + i * wide + at] = !inverted;
      });
    });
  });
  return rows;
}
