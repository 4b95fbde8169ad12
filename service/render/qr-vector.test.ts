import { expect, it } from 'vitest';
import { qrSymbol } from './qr.ts';
import { qrVector } from './qr-vector.ts';

const TEXT = 'https://example.com/r/abc12';
const LOOK = { level: 'M', size: 5, margin: 4 } as const;

/** Modules that a list of rectangles covers, `[y][x]` from the upper left corner. */
function painted(text: string, rectangle: RegExp, modules: number): boolean[][] {
  const rows = Array.from({ length: modules }, () => new Array<boolean>(modules).fill(false));
  for (const [, x, y, width] of text.matchAll(rectangle))
    for (let i = 0; i < Number(width); i++) rows[modules - 1 - Number(y)]![Number(x) + i] = true;
  return rows;
}

function expected(margin: number): boolean[][] {
  const { rows, size } = qrSymbol(TEXT, 1);
  const modules = size + 2 * margin;
  return Array.from({ length: modules }, (_row, y) =>
    Array.from({ length: modules }, (_cell, x) => rows[y - margin]?.[x - margin] === true),
  );
}

it('draws an EPS', () => {
  const text = qrVector(TEXT, { ...LOOK, type: 'eps' }).toString('latin1');
  const modules = qrSymbol(TEXT, 1).size + 8;
  expect(text).toMatch(/^%!PS-Adobe-3.0 EPSF-3.0\n/);
  expect(text).toContain(`%%BoundingBox: 0 0 ${modules * 5} ${modules * 5}\n`);
  expect(painted(text, /^(\d+) (\d+) (\d+) 1 rectfill$/gm, modules)).toEqual(expected(4));
});

it('draws a PDF whose parts stand where its table says', () => {
  const text = qrVector(TEXT, { ...LOOK, type: 'pdf', margin: 0 }).toString('latin1');
  const modules = qrSymbol(TEXT, 1).size;
  expect(text).toContain(`/MediaBox [0 0 ${modules * 5} ${modules * 5}]`);
  expect(painted(text, /^(\d+) (\d+) (\d+) 1 re$/gm, modules)).toEqual(expected(0));
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  expect(text.slice(start)).toMatch(/^xref\n0 5\n/);
  const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  places.forEach((place, at) => expect(text.slice(place)).toMatch(new RegExp(`^${at + 1} 0 obj\n`)));
  const [, length, stream] = /<< \/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text)!;
  expect(stream).toHaveLength(Number(length));
});
