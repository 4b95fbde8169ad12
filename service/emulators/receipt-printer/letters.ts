/** Letters as dots, in the cells of a receipt printer. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { bwip } from '../../render/bwip.ts';
import type { Dots } from './paper.ts';

const FILES = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
};

/** Cells in dots, the size of letters that fill them with their accents, and how far from above the line is that they stand on. */
const CELLS = {
  A: { width: 12, height: 24, size: { width: 20, height: 18 }, base: 18 },
  B: { width: 9, height: 17, size: { width: 15, height: 12 }, base: 13 },
} as const;

/** From this grey on a dot is black, of 255: thermal paper darkens around what is heated, and thin bars must not be lost. */
const BLACK = { plain: 30, bold: 90 };
/** Letters that are kept; some hundred are in use. */
const KEPT = 2000;

const fonts = new Map<keyof typeof FILES, number>();
const known = new Map<string, Dots>();

/** A character in a cell of font A or B. */
export function letterDots(character: string, font: 'A' | 'B', isBold: boolean): Dots {
  const key = `${font}${Number(isBold)}${character}`;
  let dots = known.get(key);
  if (!dots) {
    dots = draw(character, font, isBold ? 'bold' : 'plain');
    if (known.size >= KEPT) known.clear();
    known.set(key, dots);
  }
  return dots;
}

function fontId(weight: keyof typeof FILES): number {
  let id = fonts.get(weight);
  if (id === undefined) {
    const file = createRequire(import.meta.url).resolve(FILES[weight]);
    const name = `receipt printer ${weight}`;
    bwip().FontLib.loadFont(name, fs.readFileSync(file));
    id = bwip().FontLib.lookup(name);
    fonts.set(weight, id);
  }
  return id;
}

function draw(character: string, font: 'A' | 'B', weight: keyof typeof FILES): Dots {
  const { width, height, size, base } = CELLS[font];
  const rows = Array.from({ length: height }, () => new Uint8Array(Math.ceil(width / 8)));
  const glyph = bwip().FontLib.getglyph(fontId(weight), character.codePointAt(0)!, size.width, size.height);
  for (let y = 0; y < glyph.height; y += 1) {
    for (let x = 0; x < glyph.width; x += 1) {
      const [column, row] = [glyph.left + x, base - glyph.top + y];
      const isInside = column >= 0 && column < width && row >= 0 && row < height;
      if (isInside && glyph.bytes[y * glyph.width + x]! >= BLACK[weight]) {
        rows[row]![column >> 3]! |= 0x80 >> (column & 7);
      }
    }
  }
  return { width, rows };
}
