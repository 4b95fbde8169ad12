/** Bar codes as modules, in the sizes that paper and scanners want. */
import type { PaperBarcode } from '../wire.ts';
import { bwip, type RawOptions } from './bwip.ts';
import { codePath } from './qr.ts';

/** Modules in rows, all of one length, with their quiet zone; true is dark. */
export type Rows = boolean[][];

/** Modules of the quiet zone: ten beside Code 128, two around PDF417, and more where it costs nothing. */
const QUIET = { code128: 10, pdf417: 4 };
/** Modules of a bar's height, and between two codes one below the other. */
const BAR_HEIGHT = 30;
const GAP = 8;
/** Codewords in a row of PDF417: sixty digits fit between the edges of the narrowest paper. */
const COLUMNS = 4;
/** Modules of the height of its rows: three at least (ISO/IEC 15438). */
const ROW_HEIGHT = 3;
/** Millimetres of a module: narrower ones are hard to scan, wider ones a waste of paper. */
const [LEAST_MODULE, MOST_MODULE] = [0.25, 0.4];
/** The same for printers of 203 dpi, dots. */
const [LEAST_DOTS, MOST_DOTS] = [2, 3];

/**
 * Draws digits.
 * @param texts one below the other
 * @throws when they are no digits
 */
export function barcodeRows(kind: PaperBarcode['kind'], texts: readonly string[]): Rows {
  if (!texts.every((text) => /^\d+$/.test(text))) throw new Error('only digits are drawn as bar code');
  return stacked(texts.map(kind === 'pdf417' ? pdf417 : code128), QUIET[kind]);
}

/** The code for paper of this printable width, and how many millimetres a module has. */
export function barcodeOn(barcode: PaperBarcode, printable: number): { rows: Rows; module: number } {
  const rows = fitting(barcode, printable / LEAST_MODULE);
  return { rows, module: Math.min(MOST_MODULE, printable / rows[0]!.length) };
}

/** The code for a printer that has so many dots in a line, and how many of them a module has. */
export function barcodeInDots(barcode: PaperBarcode, dots: number): { rows: Rows; module: number } {
  const rows = fitting(barcode, dots / LEAST_DOTS);
  return { rows, module: Math.max(1, Math.min(MOST_DOTS, Math.floor(dots / rows[0]!.length))) };
}

/** An SVG element in millimetres. */
export function barcodeSvg(barcode: PaperBarcode, printable: number): string {
  const { rows, module } = barcodeOn(barcode, printable);
  const [width, height] = [rows[0]!.length, rows.length];
  const mm = (modules: number) => `${(modules * module).toFixed(2)}mm`;
  return (
    `<svg class="qr" xmlns="http://www.w3.org/2000/svg" width="${mm(width)}" height="${mm(height)}" ` +
    `viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges" role="img" aria-label="${barcode.kind}">` +
    `<rect width="${width}" height="${height}" fill="#fff"/><path d="${codePath(rows)}" fill="#000"/></svg>`
  );
}

/** The first way to draw it that is not wider, else the narrowest. */
function fitting({ kind, ways }: PaperBarcode, modules: number): Rows {
  let narrowest: Rows | null = null;
  for (const texts of ways) {
    const rows = barcodeRows(kind, texts);
    if (rows[0]!.length <= modules) return rows;
    if (!narrowest || rows[0]!.length < narrowest[0]!.length) narrowest = rows;
  }
  return narrowest!;
}

function pdf417(text: string): Rows {
  const options = { bcid: 'pdf417', text, columns: COLUMNS };
  const [drawn] = bwip().raw(options as unknown as RawOptions);
  if (!drawn || !('pixs' in drawn)) throw new Error('no PDF417 code was drawn');
  const { pixs, pixx: width } = drawn;
  // One line for each row, however high rows are drawn.
  return Array.from({ length: pixs.length / width }, (_row, y) =>
    Array.from({ length: width }, (_module, x) => pixs[y * width + x] === 1),
  ).flatMap((row) => Array.from({ length: ROW_HEIGHT }, () => row));
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
