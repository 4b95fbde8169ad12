import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { companyKeyText, isKeyId, newCompanyKey, readCompanyKey } from './company-key.ts';

const FIXED = companyKeyText(Buffer.alloc(32, 7));

describe("a company's key", () => {
  it('is read as it was written, however it was copied', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, (array) => {
        const text = companyKeyText(Buffer.from(array));
        const key = readCompanyKey(text)!;
        expect(key.bytes).toStrictEqual(Buffer.from(array));
        expect(isKeyId(key.id)).toBe(true);
        expect(readCompanyKey(text.toLowerCase().replaceAll('-', ' '))).toStrictEqual(key);
        expect(readCompanyKey(text.replaceAll('0', 'O').replaceAll('1', 'l'))).toStrictEqual(key);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is refused with any character mistyped, two swapped or one missing', () => {
    for (const [i, character] of [...FIXED].entries()) {
      if (character === '-') continue;
      for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZU!') {
        if (other === character) continue;
        expect(readCompanyKey(FIXED.slice(0, i) + other + FIXED.slice(i + 1))).toBeNull();
      }
      const next = FIXED[i + 1];
      if (next !== undefined && next !== '-' && next !== character)
        expect(readCompanyKey(FIXED.slice(0, i) + next + character + FIXED.slice(i + 2))).toBeNull();
      expect(readCompanyKey(FIXED.slice(0, i) + FIXED.slice(i + 1))).toBeNull();
    }
    expect(readCompanyKey('')).toBeNull();
  });

  it('is another one each time', () => {
    expect(readCompanyKey(newCompanyKey())!.id).not.toBe(readCompanyKey(newCompanyKey())!.id);
  });
});
