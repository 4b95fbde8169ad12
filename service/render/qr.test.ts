import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQr } from '../testing/qr-read.ts';
import { codePath, naturalVersion, qrMeasures, qrSvg, qrSymbol } from './qr.ts';
import { runs } from '../testing/runs.ts';

const PORTUGUESE =
  'A:123456789*B:999999990*C:PT*D:FS*E:N*F:20190812*G:FS CDVF/12345*H:CDF7T5HD-12345*I1:PT*I7:0.65*I8:0.15*N:0.15*O:0.80*Q:YhGV*R:9999';

describe('QR code', () => {
  it('is as large as the country wants it, at level M, and says what it should', () => {
    expect(readQr(qrSymbol(PORTUGUESE, 9).rows)).toEqual({ version: 9, level: 'M', text: PORTUGUESE });
    expect(naturalVersion(PORTUGUESE)).toBeLessThan(9);
    const long = `${PORTUGUESE}*${PORTUGUESE}*${PORTUGUESE}`;
    expect(qrSymbol(long, 9).version).toBeGreaterThan(9);
    expect(readQr(qrSymbol(long, 9).rows).text).toBe(long);
  });

  it('holds any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
        expect(readQr(qrSymbol(text, 1).rows).text).toBe(text);
      }),
      { numRuns: runs(30) },
    );
  });

  it('refuses a text that fits no symbol', () => {
    expect(() => qrSymbol('x'.repeat(5000), 1)).toThrow();
  });

  it.each([48, 72, 174])('is at least 30 mm wide with 2.5 mm around it on %i mm', (printable) => {
    for (const text of [PORTUGUESE, `${PORTUGUESE}*${PORTUGUESE}*${PORTUGUESE}`]) {
      const symbol = qrSymbol(text, 9);
      const { module, quiet } = qrMeasures(symbol, printable);
      expect(module * symbol.size).toBeGreaterThanOrEqual(30);
      expect(module * quiet).toBeGreaterThanOrEqual(2.5);
      expect(quiet).toBeGreaterThanOrEqual(4);
      expect((symbol.size + 2 * quiet) * module).toBeLessThanOrEqual(printable);
    }
  });

  it('is drawn as it is', () => {
    const symbol = qrSymbol(PORTUGUESE, 9);
    const drawn = symbol.rows.map((row) => row.map(() => false));
    for (const [, x, y, width] of codePath(symbol.rows).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      drawn[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
    }
    expect(drawn).toEqual(symbol.rows);
    expect(qrSvg(symbol, 72)).toMatch(/^<svg class="qr".* width="3[0-9.]+mm".*<\/svg>$/s);
  });
});
