import { expect, it } from 'vitest';
import { barcodePicture } from './barcode-picture.ts';

const DIGITS = '069869408702625034879475616534770898107999998621508071305248';

const sizeOf = (file: Buffer) => [file.readInt32LE(18), file.readInt32LE(22)];

it('draws Code 128 in pairs of digits, several one below the other', () => {
  const look = { type: 'bmp', size: 2 } as const;
  // Start, 30 pairs, check digit, stop, and ten modules of quiet zone on each side.
  expect(sizeOf(barcodePicture('code128', [DIGITS], look))[0]).toBe((11 + 330 + 11 + 13 + 20) * 2);
  const parts = [`41${DIGITS.slice(0, 30)}`, `42${DIGITS.slice(30)}`];
  const [width, height] = sizeOf(barcodePicture('code128', parts, look));
  expect(width).toBe((11 + 176 + 11 + 13 + 20) * 2);
  expect(height).toBeGreaterThan(sizeOf(barcodePicture('code128', [DIGITS], look))[1]!);
});

it('draws PDF417 narrow enough for receipts', () => {
  const [width] = sizeOf(barcodePicture('pdf417', [DIGITS], { type: 'bmp', size: 2 }));
  // 58 mm paper has 384 dots.
  expect(width).toBeLessThan(384);
  const png = barcodePicture('pdf417', [DIGITS], { type: 'png', size: 2 });
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
});

it('draws digits alone', () => {
  expect(() => barcodePicture('code128', ['12x'], { type: 'png', size: 1 })).toThrow('digits');
});
