/** Pictures in black and white, for printers. */
import type { GreyPicture } from './png-read.ts';

/** Shades next to these are what a drawing is made of, and stay without dots around. */
const BLACK = 32;
const WHITE = 223;

/**
 * A picture as dots, `rows[y][x]` true where it is black: made smaller where it is too large, never
 * larger, and shades spread over neighbours (Floyd and Steinberg).
 */
export function dithered(picture: GreyPicture, mostWidth: number, mostHeight: number): boolean[][] {
  const { width, height, shades } = fitted(picture, mostWidth, mostHeight);
  const rest = Float32Array.from(shades, (shade) => (shade <= BLACK ? 0 : shade >= WHITE ? 255 : shade));
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_x, x) => {
      const at = y * width + x;
      const isBlack = rest[at]! < 128;
      const error = rest[at]! - (isBlack ? 0 : 255);
      const give = (dx: number, dy: number, part: number) => {
        if (x + dx < 0 || x + dx >= width || y + dy >= height) return;
        rest[at + dy * width + dx]! += (error * part) / 16;
      };
      give(1, 0, 7);
      give(-1, 1, 3);
      give(0, 1, 5);
      give(1, 1, 1);
      return isBlack;
    }),
  );
}

/** Smaller by the mean of the pixels that fall together. */
function fitted({ width, height, shades }: GreyPicture, mostWidth: number, mostHeight: number): GreyPicture {
  const scale = Math.min(1, mostWidth / width, mostHeight / height);
  if (scale === 1) return { width, height, shades };
  const [wide, high] = [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))];
  const small = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    const [top, bottom] = [Math.floor((y * height) / high), Math.ceil(((y + 1) * height) / high)];
    for (let x = 0; x < wide; x += 1) {
      const [left, right] = [Math.floor((x * width) / wide), Math.ceil(((x + 1) * width) / wide)];
      let sum = 0;
      for (let v = top; v < bottom; v += 1) {
        for (let u = left; u < right; u += 1) sum += shades[v * width + u]!;
      }
      small[y * wide + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width: wide, height: high, shades: small };
}
