import { expect, it } from 'vitest';
import { ANY_MODEL } from '../devices/receipt-printer/models.ts';
import { decodeEscPos } from '../testing/escpos-decode.ts';
import { paper } from '../testing/papers.ts';
import { readPicture } from '../testing/read-picture.ts';
import type { PaperBarcode } from '../wire.ts';
import { barcodeInDots, barcodeOn, barcodeRows, barcodeSvg } from './barcode.ts';
import { barcodePicture } from './barcode-picture.ts';
import { renderEscPos } from './escpos-receipt.ts';
import { PAPERS } from './papers.ts';
import { png } from './png.ts';
import { renderText } from './text.ts';

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
  // Eight rows, each three modules high, and nothing blank between or below them.
  const rows = barcodeRows('pdf417', [DIGITS]);
  const drawn = rows.map((row) => row.some(Boolean));
  expect([drawn.indexOf(true), drawn.lastIndexOf(true), rows.length]).toEqual([4, 27, 32]);
  expect(new Set(drawn.slice(4, 28))).toEqual(new Set([true]));
  const png = barcodePicture('pdf417', [DIGITS], { type: 'png', size: 2 });
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
});

it('draws digits alone', () => {
  expect(() => barcodePicture('code128', ['12x'], { type: 'png', size: 1 })).toThrow('digits');
});

/** What another program reads; the parts of Code 128 without their places. */
async function readBack(rows: readonly (readonly boolean[])[]): Promise<string> {
  const dark = (x: number, y: number) => rows[y]![x]!;
  const codes = await readPicture(png(rows[0]!.length, rows.length, dark), ['PDF417', 'Code128']);
  const [first = ''] = codes;
  return codes.length === 1 ? first : codes.map((part) => part.slice(2)).join('');
}

const WAYS = [1, 2, 3].map((parts) =>
  Array.from({ length: parts }, (_part, i) => {
    const data = DIGITS.slice((i * 60) / parts, ((i + 1) * 60) / parts);
    return parts === 1 ? data : `4${i + 1}${data}`;
  }),
);

it.each([
  ['58', { kind: 'pdf417', ways: [[DIGITS]] }, 2],
  ['80', { kind: 'pdf417', ways: [[DIGITS]] }, 3],
  // In as many parts as the paper wants: bars of one dot cannot be scanned.
  ['58', { kind: 'code128', ways: WAYS }, 2],
  ['80', { kind: 'code128', ways: WAYS }, 2],
  ['80', { kind: 'code128', ways: WAYS.slice(2) }, 3],
] as const)('prints a bar code on paper %s that can be read: %j', async (kind, barcode, dots) => {
  const receipt = paper({ qr: DIGITS, barcode: barcode as unknown as PaperBarcode });
  const printed = decodeEscPos(renderEscPos(receipt, kind, ANY_MODEL));
  const [picture] = printed.filter((one) => one.kind === 'picture');
  const { rows } = picture!;
  expect(rows[0]!.length).toBeLessThanOrEqual(kind === '58' ? 384 : 576);
  expect(barcodeInDots(receipt.barcode!, kind === '58' ? 384 : 576).module).toBe(dots);
  expect(await readBack(rows)).toBe(DIGITS);
  const { rows: drawn, module } = barcodeOn(receipt.barcode!, PAPERS[kind].printable);
  expect(drawn[0]!.length * module).toBeLessThanOrEqual(PAPERS[kind].printable);
  expect(module).toBeGreaterThanOrEqual(0.25);
  expect(barcodeSvg(receipt.barcode!, PAPERS[kind].printable)).toContain(`aria-label="${barcode.kind}"`);
  // A text cannot draw: it says what stands in the code.
  expect(renderText(receipt, kind).replaceAll('\n', '')).toContain(DIGITS);
});
