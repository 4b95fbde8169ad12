import { describe, expect, it } from 'vitest';
import { drawQr } from './qr-drawing.ts';

const portuguese =
  'A:509876544*B:999999990*C:PT*D:FS*E:N*F:20261120*G:FS 1_1.26/2*H:CSDF7T5H-2*I1:PT*I7:10.00*I8:2.30*N:2.30*O:12.30*Q:sjsF*R:9999';

describe('QR code', () => {
  it('is drawn within its square, with the quiet zone', () => {
    const { path, size, version } = drawQr('tillmark', 1);
    expect(version).toBe(1);
    expect(size).toBe((21 + 2 * 4) * 2);
    const coordinates = path.match(/\d+/g)?.map(Number) ?? [];
    expect(Math.min(...coordinates)).toBe(8);
    expect(Math.max(...coordinates)).toBe(size - 8);
  });

  it('is at least as large as the law wants it', () => {
    expect(drawQr(portuguese, 9).version).toBe(9);
    expect(drawQr(portuguese, 1).version).toBeLessThan(9);
    expect(drawQr(portuguese.repeat(4), 9).version).toBeGreaterThan(9);
  });

  it('refuses a text that fits no symbol', () => {
    expect(() => drawQr('x'.repeat(5000), 1)).toThrow();
  });
});
