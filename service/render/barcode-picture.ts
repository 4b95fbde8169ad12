/** Bar codes as files, for who prints them without drawing them. */
import { bmp } from './bmp.ts';
import { png } from './png.ts';
import { bwip, type RawOptions } from './bwip.ts';

/** How a bar code is drawn. */
export interface BarcodeLook {
  type: 'png' | 'bmp';
  /** Pixels per module. */
  size: number;
}

/** Modules in rows; true is dark. */
type Rows = boolean[][];

/** Modules of the quiet zone: ten beside Code 128, two around PDF417, and more where it costs nothing. */
const QUIET = { code128: 10, pdf417: 4 };
/** Modules of a bar's height, and between two codes one below the other. */
const BAR_HEIGHT = 30;
const GAP = 8;
/** Codewords in a row of PDF417: sixty digits fit between the edges of the narrowest paper. */
const COLUMNS = 4;

/**
 * Draws digits with their quiet zone.
 * @param texts one below the other
 * @returns the file
 * @throws when they are no digits
 */
export function barcodePicture(
  kind: 'pdf417' | 'code128',
  texts: readonly string[],
  { type, size }: BarcodeLook,
): Buffer {
  if (!texts.every((text) => /^\d+$/.test(text))) throw new Error('only digits are drawn as bar code');
  const rows = stacked(texts.map(kind === 'pdf417' ? pdf417 : code128), QUIET[kind]);
  const [width, height] = [rows[0]!.length * size, rows.length * size];
  const dark = (x: number, y: number) => rows[Math.floor(y / size)]![Math.floor(x / size)]!;
  return type === 'bmp' ? bmp(width, dark, height) : png(width, height, dark);
}

function pdf417(text: string): Rows {
  const options = { bcid: 'pdf417', text, columns: COLUMNS, rowmult: 3 };
  const [drawn] = bwip().raw(options as unknown as RawOptions);
  if (!drawn || !('pixs' in drawn)) throw new Error('no PDF417 code was drawn');
  const { pixs, pixx: width, pixy: height } = drawn;
  return Array.from({ length: height }, (_row, y) =>
    Array.from({ length: width }, (_module, x) => pixs[y * width + x] === 1),
  );
}

function code128(text: string): Rows {
  const [drawn] = bwip().raw({ bcid: 'code128', text } as RawOptions);
  if (!drawn || !('sbs' in drawn)) throw new Error('no Code 128 was drawn');
  // Widths of bars and spaces in turn.
  const line = [...drawn.sbs].flatMap((width, i) => Array.from({ length: width }, () => i % 2 === 0));
  return Array.from({ length: BAR_HEIGHT }, () => line);
}

function stacked(codes: readonly Rows[], quiet: number): Rows {
  const width = Math.max(...codes.map(([row]) => row!.length)) + 2 * quiet;
  const blank = (height: number): Rows =>
    Array.from({ length: height }, () => Array<boolean>(width).fill(false));
  const padded = (row: readonly boolean[]) => [
    ...Array<boolean>(quiet).fill(false),
    ...row,
    ...Array<boolean>(width - quiet - row.length).fill(false),
  ];
  const rows = codes.flatMap((code, i) => [...(i === 0 ? [] : blank(GAP)), ...code.map(padded)]);
  return [...blank(quiet), ...rows, ...blank(quiet)];
}
