/**
 * Lines as pictures, for letters that a printer has in none of its code pages:
 * DejaVu Sans Mono, each letter in a cell as wide as those of the printer's own font.
 */
import bwip from 'bwip-js/generic';
import fs from 'node:fs';
import { createRequire } from 'node:module';

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
  bwip.FontLib.loadFont(name, fs.readFileSync(resolve(FILES[weight])));
  const font = bwip.FontLib.lookup(name);
  loaded.set(weight, font);
  return font;
}

/** Whether a character can be drawn. Signs that are others in disguise (ligatures, fullwidth) cannot. */
export function isDrawable(character: string): boolean {
  if (!DRAWABLE.test(character) || character.normalize('NFKC') !== character) return false;
  return bwip.FontLib.getglyph(fontOf('plain'), character.codePointAt(0)!, 10, 10).glyph !== 0;
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
    Array.from({ length: from + letters.length * wide }, (_, x) => inverted && x >= from),
  );
  const em = cell / ADVANCE;
  const base = Math.round(cell * TALLNESS * height * (ASCENT / (ASCENT + 0.24)));
  letters.forEach((letter, i) => {
    const font = fontOf(strong ? 'strong' : 'plain');
    const glyph = bwip.FontLib.getglyph(font, letter.codePointAt(0)!, em * width, em * height);
    for (let y = 0; y < glyph.height; y += 1) {
      const row = rows[base - glyph.top + y];
      for (let x = 0; x < glyph.width && row; x += 1) {
        const at = glyph.left + x;
        // What reaches beyond its cell would run into its neighbour.
        if (at < 0 || at >= wide || glyph.pixels[y * glyph.width + x]! <= DARK) continue;
        row[from + i * wide + at] = !inverted;
      }
    }
  });
  return rows;
}
