import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dithered } from './dither.ts';
import { readPng } from './png-read.ts';

const chunk = (type: string, data: Uint8Array) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  return Buffer.concat([head, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

/** A file of lines that have their filter in front. */
function png(
  [width, height, depth, colour, interlaced = 0]: number[],
  lines: readonly number[][],
  more: Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width!, 0);
  header.writeUInt32BE(height!, 4);
  header.set([depth!, colour!, 0, 0, interlaced], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a PNG file', () => {
  it.each([
    ['grey', png([2, 1, 8, 0], [[0, 0, 200]]), [0, 200]],
    ['one bit', png([3, 1, 1, 0], [[0, 0b10100000]]), [255, 0, 255]],
    ['grey and alpha', png([2, 1, 8, 4], [[0, 0, 255, 0, 0]]), [0, 255]],
    ['colours', png([2, 1, 8, 2], [[0, 255, 255, 255, 255, 0, 0]]), [255, 76]],
    ['colours and alpha', png([1, 1, 8, 6], [[0, 0, 0, 0, 51]]), [204]],
    [
      'palette',
      png(
        [2, 1, 4, 3],
        [[0, 0x01]],
        [chunk('PLTE', Buffer.from([0, 0, 0, 255, 0, 0])), chunk('tRNS', Buffer.from([255, 0]))],
      ),
      [0, 255],
    ],
    ['from the left', png([3, 1, 8, 0], [[1, 10, 10, 10]]), [10, 20, 30]],
    [
      'from above',
      png(
        [2, 2, 8, 0],
        [
          [0, 10, 20],
          [2, 1, 1],
        ],
      ),
      [10, 20, 11, 21],
    ],
    [
      'from both',
      png(
        [2, 2, 8, 0],
        [
          [0, 10, 20],
          [3, 5, 0],
        ],
      ),
      [10, 20, 10, 15],
    ],
    [
      'from the nearest',
      png(
        [2, 2, 8, 0],
        [
          [0, 10, 20],
          [4, 0, 0],
        ],
      ),
      [10, 20, 10, 20],
    ],
  ])('is read: %s', (_, file, shades) => {
    expect([...readPng(file).shades]).toEqual(shades);
  });

  it.each([
    ['no PNG', Buffer.from('GIF89a')],
    ['8 bits', png([1, 1, 16, 0], [[0, 0, 0]])],
    ['interlaced', png([1, 1, 8, 0, 1], [[0, 0]])],
    ['2000', png([100_000, 1, 8, 0], [[0]])],
    ['too early', png([5, 5, 8, 0], [[0, 0]])],
    ['unpacked', png([1, 1, 8, 0], [[0, ...Array.from({ length: 5000 }, () => 0)]])],
    ['cannot be read', png([1, 1, 8, 0], [[9, 0]])],
  ])('is refused with a reason: %s', (reason, file) => {
    expect(() => readPng(file)).toThrow(reason);
  });

  it('may be anything', () => {
    const file = png(
      [4, 4, 8, 2],
      Array.from({ length: 4 }, () => Array.from({ length: 13 }, () => 0)),
    );
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(file);
        changed[at] = byte;
        try {
          expect(readPng(changed).shades.length).toBeGreaterThan(0);
        } catch (error) {
          expect((error as Error).message).toMatch(/^(it|its|save it) /);
        }
      }),
    );
  });
});

describe('a picture in black and white', () => {
  const grey = (width: number, height: number, shade: number) => ({
    ...{ width, height, shades: new Uint8Array(width * height).fill(shade) },
  });

  it.each([
    [0, 1],
    [64, 0.75],
    [128, 0.5],
    [255, 0],
  ])('has as many dots as its shade is dark: %i', (shade, part) => {
    const dots = dithered(grey(40, 40, shade), 100, 100).flat();
    expect(Math.abs(dots.filter(Boolean).length / dots.length - part)).toBeLessThan(0.03);
  });

  it('is made to fit, and never larger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }), (width, height) => {
        const rows = dithered(grey(width, height, 0), 40, 30);
        expect(rows.length).toBeLessThanOrEqual(Math.min(30, height));
        expect(rows[0]!.length).toBeLessThanOrEqual(Math.min(40, width));
        expect(rows.flat().every(Boolean)).toBe(true);
      }),
    );
  });
});
