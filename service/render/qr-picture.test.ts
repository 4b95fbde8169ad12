import { describe, expect, it } from 'vitest';
import { readQr } from '../testing/qr-read.ts';
import { qrPicture } from './qr-picture.ts';
import { qrSymbol, type QrLevel } from './qr.ts';

/** Reads a picture of one bit per pixel as its headers describe it; true is black. */
function pixels(file: Buffer): boolean[][] {
  expect(file.toString('latin1', 0, 2)).toBe('BM');
  expect(file.readUInt32LE(2)).toBe(file.length);
  const [start, width, height] = [file.readUInt32LE(10), file.readInt32LE(18), file.readInt32LE(22)];
  expect([file.readUInt16LE(26), file.readUInt16LE(28), file.readUInt32LE(30)]).toEqual([1, 1, 0]);
  expect(file.subarray(54, 62)).toEqual(Buffer.from([255, 255, 255, 0, 0, 0, 0, 0]));
  const line = (file.length - start) / height;
  expect(line % 4).toBe(0);
  return Array.from({ length: height }, (_line, y) =>
    Array.from({ length: width }, (_pixel, x) => {
      const byte = file[start + (height - 1 - y) * line + Math.floor(x / 8)]!;
      return ((byte >> (7 - (x % 8))) & 1) === 1;
    }),
  );
}

/** Every so many pixels of every so many lines: the modules, if all pixels of a module are alike. */
function modules(all: boolean[][], size: number): boolean[][] {
  const every = <T>(items: T[]) => items.filter((_item, i) => i % size === 0);
  const thinned = every(all).map(every);
  const grown = all.map((line, y) =>
    line.map((_p, x) => thinned[Math.floor(y / size)]![Math.floor(x / size)]),
  );
  expect(grown).toEqual(all);
  return thinned;
}

const TEXT = 'A:599999993*B:999999990*O:2.90*Q:q6p8';

describe('a QR code as BMP', () => {
  it.each([1, 3, 4, 5])('with modules of %i pixels can be read', (size) => {
    const rows = modules(pixels(qrPicture(TEXT, { type: 'bmp', level: 'M', size })), size);
    const symbol = rows.slice(4, -4).map((line) => line.slice(4, -4));
    expect(readQr(symbol)).toMatchObject({ level: 'M', text: TEXT });
    const dark = (lines: boolean[][]) => lines.flat().filter(Boolean).length;
    expect(dark(rows)).toBe(dark(symbol));
  });

  it.each<QrLevel>(['L', 'Q', 'H'])('has the error correction it should: %s', (level) => {
    const rows = modules(pixels(qrPicture(TEXT, { type: 'bmp', level, size: 2 })), 2);
    expect(rows.slice(4, -4).map((line) => line.slice(4, -4))).toEqual(qrSymbol(TEXT, 1, level).rows);
    expect(qrSymbol(TEXT, 1, level).rows).not.toEqual(qrSymbol(TEXT, 1).rows);
  });
});

describe('a QR code as text', () => {
  it('has two modules in a character of code page 437', () => {
    const { rows, size } = qrSymbol(TEXT, 1);
    const text = qrPicture(TEXT, { type: 'pc437', level: 'M', size: 9, margin: 1 });
    const lines = text.toString('latin1').split('\n');
    expect(lines.at(-1)).toBe('');
    expect(lines).toHaveLength(Math.ceil((size + 2) / 2) + 1);
    const read = lines.slice(0, -1).flatMap((line) => {
      const upper = Array.from(line, (c) => c === '\xdf' || c === '\xdb');
      return [upper, Array.from(line, (c) => c === '\xdc' || c === '\xdb')];
    });
    expect(read.slice(1, size + 1).map((row) => row.slice(1, -1))).toEqual(rows);
    expect(lines[0]).toMatch(/^ [ \xdc]+ $/);
  });
});

describe('a QR code as SVG', () => {
  it('has the size that was asked for', () => {
    const { size } = qrSymbol(TEXT, 1);
    const svg = qrPicture(TEXT, { type: 'svg', level: 'M', size: 3, margin: 0 }).toString();
    expect(svg).toContain(`width="${size * 3}" height="${size * 3}" viewBox="0 0 ${size} ${size}"`);
  });
});
