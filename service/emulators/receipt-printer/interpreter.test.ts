import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printerModel } from '../../devices/receipt-printer/models.ts';
import { runs } from '../../testing/runs.ts';
import { COMMON_MODEL, emulatedModel } from './models.ts';
import { textOf, type Mark, type Sheet } from './paper.ts';
import { EmulatedPrinter } from './printer.ts';

/** Bytes of a text with `<1b 40>` for what is no letter. */
function bytesOf(text: string): Buffer {
  return Buffer.concat(
    text
      .split(/(<[0-9a-f ]+>)/)
      .map((part) =>
        part.startsWith('<')
          ? Buffer.from(part.replace(/[<> ]/g, ''), 'hex')
          : Buffer.from(part.replaceAll('\n', '\n'), 'latin1'),
      ),
  );
}

function print(text: string | Uint8Array, model = COMMON_MODEL): EmulatedPrinter {
  const printer = new EmulatedPrinter(model);
  printer.receive(typeof text === 'string' ? bytesOf(text) : text);
  return printer;
}

const marksOf = (printer: EmulatedPrinter): Mark[] => printer.sheets.flatMap(({ marks }) => marks);
const lines = (printer: EmulatedPrinter): string[] => printer.sheets.map(textOf).join('\n').split('\n');
/** What stands in lines. */
const pieces = (printer: EmulatedPrinter) =>
  marksOf(printer).flatMap((mark) => (mark.kind === 'line' ? mark.pieces : []));

it('writes letters of the code page that is set, also when it changes in a line', () => {
  // The euro sign is in 858 and not in 852, the c with caron the other way round.
  expect(lines(print('<1b 74 13>5 <d5> <1b 74 12><9f>aj\n'))).toEqual(['5 € čaj']);
  const clone = emulatedModel(printerModel('pos58')!, '58');
  expect(lines(print('<1c 2e><1b 74 13><84>\n', clone))).toEqual(['ä']);
  // Until it is told otherwise a copy takes two bytes for an ideogram.
  expect(lines(print('<c4 e3>\n', clone))).toEqual(['你']);
  expect(print('<1b 74 7f>').refused).toEqual(['1b 74 7f']);
});

it('puts lines where they are told to stand, and goes on in the next one when a line is full', () => {
  const { dots } = COMMON_MODEL;
  expect(pieces(print('<1b 61 01>ab\n<1b 61 02>cd\n<1d 4c 18 00><1b 61 00>ef\n'))).toMatchObject([
    { x: (dots - 24) / 2, text: 'ab' },
    { x: dots - 24, text: 'cd' },
    { x: 24, text: 'ef' },
  ]);
  expect(lines(print(`${'0123456789'.repeat(5)}\n`))).toEqual([
    '012345678901234567890123456789012345678901234567',
    '89',
  ]);
  // Twice as wide, half as many.
  expect(lines(print(`<1d 21 10>${'0123456789'.repeat(3)}\n`))).toEqual([
    '012345678901234567890123',
    '456789',
  ]);
});

it('goes to tabulators and places in a line', () => {
  expect(pieces(print('a<09>b<1b 24 2c 01>c<1b 5c f4 ff>d\n'))).toMatchObject([
    { x: 0, text: 'a' },
    { x: 96, text: 'b' },
    { x: 300, text: 'c' },
    { x: 300, text: 'd' },
  ]);
  expect(pieces(print('<1b 44 04 0a 00><09>a<09>b<09>c\n'))).toMatchObject([
    { x: 48, text: 'a' },
    { x: 120, text: 'bc' },
  ]);
});

it('remembers how letters look until it is initialised', () => {
  const text = '<1b 21 b9>a<1b 21 00>b<1d 42 01><1b 4d 01>c<1b 40>d\n';
  expect(pieces(print(text.replace('<1b 40>', '\n<1b 40>')))).toMatchObject([
    { x: 0, text: 'a', style: { bold: true, underline: true, width: 2, height: 2, font: 'B' } },
    { x: 18, text: 'b', style: { bold: false, underline: false, width: 1, height: 1, font: 'A' } },
    { x: 30, text: 'c', style: { invert: true, font: 'B' } },
    { x: 0, text: 'd', style: { invert: false, font: 'A' } },
  ]);
  // What was not printed is gone.
  expect(lines(print(text))).toEqual(['d']);
});

it('feeds as far as the line is high, and as it is told', () => {
  const feeds = (text: string) =>
    marksOf(print(text)).map((mark) => (mark.kind === 'line' ? mark.feed : mark));
  expect(feeds('a\n<1d 21 01>b\n<1b 33 64>c\n<1b 32>d<1b 4a 07>')).toEqual([
    ...[30, 48, 100, 48],
    { kind: 'feed', dots: 7 },
  ]);
});

it('prints pictures row by row, and cuts off what is beside the paper', () => {
  const wide = print(Buffer.concat([bytesOf('<1d 76 30 00 ff ff 02 00>'), Buffer.alloc(2 * 0xffff, 0x80)]));
  expect(marksOf(wide)).toMatchObject([{ kind: 'picture', x: 0, dots: { width: 576 } }]);
  const [picture] = marksOf(print('<1d 76 30 03 01 00 02 00 a0 01>'));
  expect(picture).toEqual({
    kind: 'picture',
    x: 0,
    dots: {
      width: 16,
      rows: ['cc00', 'cc00', '0003', '0003'].map((row) => new Uint8Array(Buffer.from(row, 'hex'))),
    },
  });
  // Columns of 24 dots beside a letter.
  expect(pieces(print('a<1b 2a 21 02 00 ff ff ff 00 00 01>\n'))).toMatchObject([
    { x: 0, text: 'a' },
    { x: 12, dots: { width: 2, rows: { 0: Uint8Array.of(0x80), 23: Uint8Array.of(0xc0) } } },
  ]);
});

it('draws codes, and names those that it cannot draw', () => {
  const qr =
    '<1d 28 6b 03 00 31 43 04><1d 28 6b 03 00 31 45 31><1d 28 6b 08 00 31 50 30>hello<1d 28 6b 03 00 31 51 30>';
  expect(marksOf(print(qr))).toMatchObject([
    { kind: 'qr', text: 'hello', module: 4, level: 'M', dots: { width: 84 } },
  ]);
  expect(print(qr, emulatedModel(printerModel('epson-old')!, '80')).refused).toHaveLength(4);
  // Wider than the paper.
  const long = `<1d 28 6b 03 00 31 43 10><1d 28 6b cb 00 31 50 30>${'x'.repeat(200)}<1d 28 6b 03 00 31 51 30>`;
  expect(print(long).refused).toEqual(['1d 28 6b 03 00 31 51 30']);
  const bars = print(
    '<1d 68 28><1d 48 02><1d 6b 49 09>{BAB{C<01 02 63><1d 6b 02>4006381333931<00><1d 6b 02>x<00>',
  );
  expect(marksOf(bars)).toMatchObject([
    { kind: 'barcode', symbology: 'code128', text: 'AB010299', dots: { rows: { length: 40 } } },
    { kind: 'line' },
    { kind: 'barcode', symbology: 'ean13', text: '4006381333931' },
    { kind: 'line' },
  ]);
  expect(bars.refused).toEqual(['1d 6b 02 78 00']);
});

it('names commands that it does not know, and goes on behind them', () => {
  const printer = print(
    '<1b 52 02><1b 7f><1d 7a><07><1d 38 4c 03 00 00 00>abc<1d 28 45 02 00 01 02>ok\n<1b 69>',
  );
  expect(printer.refused).toEqual([
    '1b 52 02',
    '1b 7f',
    '1d 7a',
    '07',
    '1d 38 4c 03 00 00 00',
    '1d 28 45 02 00 01 02',
  ]);
  expect(lines(printer)).toEqual(['ok']);
  expect(print('a\n<1d 56 41 00>', emulatedModel(printerModel('pos58')!, '58'))).toMatchObject({
    refused: ['1d 56 41 00'],
    sheets: [{ isCut: false }],
  });
});

const hostile = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(
          fc.constantFrom(0x1b, 0x1d, 0x1c, 0x10),
          fc.integer({ min: 0x20, max: 0x7e }),
          fc.uint8Array({ maxLength: 6 }),
        )
        .map(([first, second, rest]) => Buffer.of(first, second, ...rest)),
      fc
        .constantFrom('<1d 76 30 00 03 00 ff ff>', '<1d 28 6b ff ff>', '<1b 2a 21 ff ff>', '<1b 64 ff>')
        .map(bytesOf),
    ),
    { maxLength: 30 },
  )
  .map((parts) => Buffer.concat(parts));

it('prints the same in whatever pieces bytes come, and never more than a roll of paper', () => {
  const shown = (sheets: readonly Sheet[]) => JSON.stringify(sheets);
  fc.assert(
    fc.property(hostile, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (bytes, cuts) => {
      const whole = new EmulatedPrinter(COMMON_MODEL, 3);
      whole.receive(bytes);
      const pieced = new EmulatedPrinter(COMMON_MODEL, 3);
      for (let at = 0, i = 0; at < bytes.length; i += 1) {
        const next = at + cuts[i % cuts.length]!;
        pieced.receive(bytes.subarray(at, next));
        at = next;
      }
      expect(shown(pieced.sheets)).toBe(shown(whole.sheets));
      expect(pieced.refused).toEqual(whole.refused);
      expect(whole.sheets.length).toBeLessThanOrEqual(4);
    }),
    { numRuns: runs(300) },
  );
});

it('outlives floods: pulses, pieces of a line, and lines without an end', () => {
  const many = (text: string, times: number) =>
    Buffer.concat(Array.from({ length: times }, () => bytesOf(text)));
  expect(print(many('<1b 70 00 19 fa>', 20_000)).pulses).toHaveLength(20_000);
  const back = print(many('a<1b 24 00 00><1b 2a 21 01 00 ff ff ff><1b 24 00 00>', 10_000));
  expect(marksOf(back).length).toBeGreaterThan(10);
  expect(marksOf(back).every((mark) => mark.kind !== 'line' || mark.pieces.length <= 500)).toBe(true);
  // It takes the rest of a command, however long that is.
  const printer = print('<1d 28 6b ff ff>');
  for (let i = 0; i < 65; i += 1) {
    expect(printer.takes).toBe(true);
    printer.receive(Buffer.alloc(1000));
  }
});
