/** QR codes as files, for who prints them without drawing them. */
import { crc32, deflateSync } from 'node:zlib';
import { bmp } from './bmp.ts';
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
  return (type === 'bmp' ? bmp : png)(modules.length * size, dark);
}

function withMargin({ rows, size }: QrSymbol, quiet: number): Modules {
  const side = size + 2 * quiet;
  return Array.from({ length: side }, (_row, y) =>
    Array.from({ length: side }, (_module, x) => rows[y - quiet]?.[x - quiet] === true),
  );
}

/** One bit per pixel, no filter. */
function png(side: number, dark: (x: number, y: number) => boolean): Buffer {
  const line = 1 + Math.ceil(side / 8);
  const pixels = Buffer.alloc(line * side, 0xff);
  for (let y = 0; y < side; y++) {
    pixels[y * line] = 0;
    for (let x = 0; x < side; x++) {
      if (dark(x, y)) pixels[y * line + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1; // bits per pixel, of grey
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
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
