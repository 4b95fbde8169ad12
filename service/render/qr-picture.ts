/** QR codes as pictures, for who prints them without drawing them. */
import { crc32, deflateSync } from 'node:zlib';
import { qrBmp } from './bmp.ts';
import { qrSymbol, type QrLevel } from './qr.ts';

/** Quiet zone of the standard, modules. */
const QUIET = 4;

/**
 * Draws a text as QR code with its quiet zone.
 * @param look.size pixels per module
 * @returns the file
 * @throws when the text is too long for any symbol
 */
export function qrPicture(text: string, look: { type: 'png' | 'bmp'; level: QrLevel; size: number }): Buffer {
  return look.type === 'bmp' ? qrBmp(text, look) : qrPng(text, look);
}

/** One bit per pixel, no filter. */
function qrPng(text: string, { level, size }: { level: QrLevel; size: number }): Buffer {
  const { rows, size: modules } = qrSymbol(text, 1, level);
  const side = (modules + 2 * QUIET) * size;
  const line = 1 + Math.ceil(side / 8);
  const pixels = Buffer.alloc(line * side, 0xff);
  for (let y = 0; y < side; y++) {
    pixels[y * line] = 0;
    const row = rows[Math.floor(y / size) - QUIET];
    for (let x = 0; row && x < side; x++) {
      if (row[Math.floor(x / size) - QUIET]) pixels[y * line + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
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
