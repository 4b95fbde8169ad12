import { expect, it } from 'vitest';
import { readPicture } from '../../testing/read-picture.ts';
import { drawSheet, sheetPng } from './draw.ts';
import { COMMON_MODEL } from './models.ts';
import { EmulatedPrinter } from './printer.ts';

const { dots, edge } = COMMON_MODEL;
const TOP = 32;

function paperOf(bytes: Buffer) {
  const printer = new EmulatedPrinter();
  printer.receive(bytes);
  return printer.sheets[0]!;
}

/** The dots of a part of the paper as lines of `#` and `.`. */
function look(text: string, width: number, height: number): string[] {
  const { isDark } = drawSheet(paperOf(Buffer.from(text, 'latin1')), COMMON_MODEL);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_dot, x) => (isDark(edge + x, TOP + y) ? '#' : '.')).join(''),
  );
}
const black = (rows: readonly string[]) => rows.join('').replaceAll('.', '').length;

it('draws letters in their cells: larger, bolder, underlined and inverted', () => {
  const plain = look('A\n', 24, 24);
  expect(plain.map((row) => row.slice(12)).join('')).toMatch(/^\.+$/);
  expect(black(plain)).toBeGreaterThan(40);
  // Each dot twice as wide and high.
  const large = look('\x1d!\x11A\n', 24, 48);
  expect(large).toEqual(
    plain.flatMap((row) => Array<string>(2).fill(row.slice(0, 12).replace(/./g, '$&$&'))),
  );
  expect(black(look('\x1bE\x01A\n', 24, 24))).toBeGreaterThan(black(plain));
  const small = look('\x1bM\x01A\n', 24, 24);
  expect([black(small) > 20, black(small) < black(plain)]).toEqual([true, true]);
  expect(small.slice(17).join('')).not.toContain('#');
  const underlined = look('\x1b-\x01A \n', 24, 24);
  expect(underlined.slice(22)).toEqual(Array(2).fill('#'.repeat(24)));
  const inverted = look('\x1dB\x01A\n', 12, 24);
  expect(inverted.map((row) => row.replace(/[#.]/g, (dot) => (dot === '#' ? '.' : '#')))).toEqual(
    plain.map((row) => row.slice(0, 12)),
  );
});

it('gives every letter of the code pages a shape of its own', () => {
  const letters = 'ÄÖÜäöüßÀÇÉÑåæøõČĆĐŠŽčćđšžŁłŐűАЯжюΩλ€';
  const style = { bold: false, underline: false, invert: false, width: 1, height: 1, font: 'A' } as const;
  const printed = [...letters].map((text) => {
    const pieces = [{ kind: 'text' as const, x: 0, text, spacing: 0, style }];
    return drawSheet({ number: 1, isCut: true, marks: [{ kind: 'line', feed: 30, pieces }] }, COMMON_MODEL);
  });
  const shapes = printed.map(({ isDark }) =>
    Array.from({ length: 12 * 24 }, (_, i) => Number(isDark(edge + (i % 12), TOP + Math.floor(i / 12)))).join(
      '',
    ),
  );
  expect(new Set(shapes).size).toBe(letters.length);
});

it('is a picture of the whole paper, from which a phone reads codes', async () => {
  const code = '\x1ba\x01\x1d(k\x03\x001C\x05\x1d(k\x08\x001P0paper\x1d(k\x03\x001Q0';
  const sheet = paperOf(Buffer.from(`${code}\n\x1dVB\x00`, 'latin1'));
  const picture = sheetPng(sheet, COMMON_MODEL);
  expect(picture.readUInt32BE(16)).toBe(dots + 2 * edge);
  expect(picture.readUInt32BE(20)).toBe(TOP + 21 * 5 + 30 + 120);
  expect(await readPicture(picture)).toEqual(['paper']);
});
