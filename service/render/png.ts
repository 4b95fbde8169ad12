/** Pictures in black and white as PNG files. */
import { crc32, deflateSync } from 'node:zlib';

/** Writes a picture of one bit per pixel, without filters. */
export function png(width: number, height: number, dark: (x: number, y: number) => boolean): Buffer {
  const line = 1 + Math.ceil(width / 8);
  const pixels = Buffer.alloc(line * height, 0xff);
  for (let y = 0; y < height; y++) {
    pixels[y * line] = 0;
    for (let x = 0; x < width; x++) {
      if (dark(x, y)) pixels[y * line + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
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
