/** QR codes as files, for who prints them without drawing them. */
import { bmp } from './bmp.ts';
import { png } from './png.ts';
import { qrElement, qrSymbol, type QrLevel, type QrSymbol } from './qr.ts';

/** Forms that a QR code can be drawn in; `pc437` is text of block characters in code page 437. */
export const QR_TYPES = ['png', 'bmp', 'svg', 'pc437'] as const;

/** One of {@link QR_TYPES}. */
export type QrType = (typeof QR_TYPES)[number];

/** How a QR code is drawn. */
export interface QrPictureLook {
  type: QrType;
  level: QrLevel;
  /** Pixels per module; of no meaning to pc437, where a character is one module wide and two high. */
  size: number;
  /** Modules of the quiet zone; the standard's four when left out. */
  margin?: number;
}

/** A square of modules; true is dark. */
type Modules = readonly (readonly boolean[])[];

const STANDARD_MARGIN = 4;

/**
 * Draws a text as QR code with its quiet zone.
 * @returns the file
 * @throws when the text is too long for any symbol
 */
export function qrPicture(text: string, { type, level, size, margin }: QrPictureLook): Buffer {
  const symbol = qrSymbol(text, 1, level);
  const quiet = margin ?? STANDARD_MARGIN;
  if (type === 'svg') return svg(symbol, quiet, size);
  const modules = withMargin(symbol, quiet);
  if (type === 'pc437') return blocks(modules);
  const dark = (x: number, y: number) => modules[Math.floor(y / size)]![Math.floor(x / size)]!;
  const side = modules.length * size;
  return type === 'bmp' ? bmp(side, dark) : png(side, side, dark);
}

function withMargin({ rows, size }: QrSymbol, quiet: number): Modules {
  const side = size + 2 * quiet;
  return Array.from({ length: side }, (_row, y) =>
    Array.from({ length: side }, (_module, x) => rows[y - quiet]?.[x - quiet] === true),
  );
}

function svg(symbol: QrSymbol, quiet: number, size: number): Buffer {
  const side = String((symbol.size + 2 * quiet) * size);
  return Buffer.from(`${qrElement(symbol, quiet, { side })}\n`);
}

/** Code page 437: empty, lower half, upper half, full block. */
const BLOCKS = [0x20, 0xdc, 0xdf, 0xdb];
const LINE_FEED = 0x0a;

/** Two rows of modules make a line of text. */
function blocks(modules: Modules): Buffer {
  const bytes: number[] = [];
  for (let y = 0; y < modules.length; y += 2) {
    const below = modules[y + 1];
    for (const [x, upper] of modules[y]!.entries())
      bytes.push(BLOCKS[(upper ? 2 : 0) + (below?.[x] ? 1 : 0)]!);
    bytes.push(LINE_FEED);
  }
  return Buffer.from(bytes);
}
