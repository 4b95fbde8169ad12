/** Pictures in black and white as BMP files, for printers and programs that know nothing else. */

const HEADERS = 14 + 40;
/** Two colours, white and black: blue, green, red and a zero each. */
const PALETTE = Buffer.from([255, 255, 255, 0, 0, 0, 0, 0]);

/**
 * A picture of one bit per pixel (BITMAPFILEHEADER, BITMAPINFOHEADER, palette, lines from below).
 * @param width pixels, as the height, which is the same where it is left out
 */
export function bmp(width: number, dark: (x: number, y: number) => boolean, height = width): Buffer {
  const line = Math.ceil(width / 32) * 4;
  const start = HEADERS + PALETTE.length;
  const file = Buffer.alloc(start + line * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(start, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26); // planes
  file.writeUInt16LE(1, 28); // bits per pixel
  file.writeUInt32LE(line * height, 34);
  file.writeUInt32LE(PALETTE.length / 4, 46);
  PALETTE.copy(file, HEADERS);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (dark(x, y)) file[start + (height - 1 - y) * line + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return file;
}
