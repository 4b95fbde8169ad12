/** QR codes as modules, as SVG, and in the sizes that scanners and laws want. */
import { bwip, type RawOptions } from './bwip.ts';

/** A QR code: `rows[y][x]` is true where it is dark. No quiet zone. */
export interface QrSymbol {
  rows: boolean[][];
  /** Modules per side. */
  size: number;
  /** 1 to 40. */
  version: number;
}

/** Least side of the printed symbol and width of the quiet zone, millimetres (Portugal: 30 and 2.5). */
const LEAST_SIDE = 30.5;
const LEAST_QUIET = 2.6;
/** Quiet zone of the standard, modules. */
const QUIET_MODULES = 4;
/** Smaller modules are hard to scan. */
const LEAST_MODULE = 0.35;

/** Drawing takes some 20 ms, and a receipt is often asked for in several forms. */
const cache = new Map<string, QrSymbol>();
const CACHED = 20;

/** Error correction level, from 7 % of the symbol to 30 %. */
export type QrLevel = 'L' | 'M' | 'Q' | 'H';

/**
 * Makes a QR code.
 * @throws when the text is too long for any symbol
 */
export function qrSymbol(text: string, leastVersion: number, level: QrLevel = 'M'): QrSymbol {
  const key = `${level} ${leastVersion} ${text}`;
  const known = cache.get(key);
  if (known) return known;
  const natural = draw(text, level, {});
  const symbol =
    natural.version < leastVersion ? draw(text, level, { version: String(leastVersion) }) : natural;
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value!);
  cache.set(key, symbol);
  return symbol;
}

/** The version that the text alone needs. */
export function naturalVersion(text: string): number {
  return qrSymbol(text, 1).version;
}

function draw(text: string, eclevel: QrLevel, options: { version?: string }): QrSymbol {
  // bwip-js would raise the level where the symbol has room for it.
  const wanted = { bcid: 'qrcode', text, eclevel, fixedeclevel: true, ...options };
  const [drawn] = bwip().raw(wanted as RawOptions);
  if (!drawn || !('pixs' in drawn)) throw new Error('no QR code was drawn');
  const { pixs, pixx: size } = drawn;
  const rows = Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_module, x) => pixs[y * size + x] === 1),
  );
  return { rows, size, version: (size - 17) / 4 };
}

/** Modules as dots: each so many wide and high. */
export function scaled(rows: readonly (readonly boolean[])[], times: number): boolean[][] {
  const repeat = <T>(values: readonly T[]) =>
    values.flatMap((value) => Array.from({ length: times }, () => value));
  return repeat(rows.map((row) => repeat(row)));
}

/** Millimetres of a module and modules of the quiet zone, for paper of this printable width. */
export function qrMeasures(symbol: QrSymbol, printable: number): { module: number; quiet: number } {
  const widest = (printable - 2 * LEAST_QUIET) / (symbol.size + 1);
  const module = Math.max(LEAST_SIDE / symbol.size, Math.min(LEAST_MODULE, widest));
  return { module, quiet: Math.max(QUIET_MODULES, Math.ceil(LEAST_QUIET / module)) };
}

/** Outline of all dark modules as an SVG path, one unit per module. */
export function codePath(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
    }
  });
  return path;
}

/** An SVG element in millimetres, quiet zone included. */
export function qrSvg(symbol: QrSymbol, printable: number): string {
  const { module, quiet } = qrMeasures(symbol, printable);
  const mm = ((symbol.size + 2 * quiet) * module).toFixed(2);
  return qrElement(symbol, quiet, {
    begin: ' class="qr"',
    side: `${mm}mm`,
    end: ' role="img" aria-label="QR"',
  });
}

/**
 * An SVG element with a quiet zone of so many modules.
 * @param attributes length of a side with its unit, and what else stands in the tag
 */
export function qrElement(
  symbol: QrSymbol,
  quiet: number,
  { begin = '', side, end = '' }: { begin?: string; side: string; end?: string },
): string {
  const modules = symbol.size + 2 * quiet;
  return (
    `<svg${begin} xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" ` +
    `viewBox="${-quiet} ${-quiet} ${modules} ${modules}" shape-rendering="crispEdges"${end}>` +
    `<rect x="${-quiet}" y="${-quiet}" width="${modules}" height="${modules}" fill="#fff"/>` +
    `<path d="${codePath(symbol.rows)}" fill="#000"/></svg>`
  );
}
