import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { companyKeyText, readCompanyKey } from './company-key.ts';
import { readSealed, RegisterSeal, SealError } from './sealed.ts';

const key = (byte: number) => readCompanyKey(companyKeyText(Buffer.alloc(32, byte)))!;
const SEAL = new RegisterSeal(key(1), 'def');

const lineOf = (sq: number, more: object = {}) =>
  JSON.stringify({ _: 'Tra', SQ: sq, RN: 'def', D: '2026-11-23T10:11:12', ESR: { T: '12.34' }, ...more });

describe('a sealed line', () => {
  it('gives back the line byte by byte, whatever is in it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4e9 }), fc.json(), (sq, json) => {
        const line = lineOf(sq, { X: JSON.parse(json) as object });
        const sealed = SEAL.seal(line);
        expect(SEAL.open(readSealed(sealed)!).toString()).toBe(line);
        expect(SEAL.seal(line)).toBe(sealed);
      }),
      { numRuns: runs(100) },
    );
    const odd = '{"_":"log", "SQ":3,"RN":"def","D":"2026-11-22T10:00:00","T":"caf\\u00e9 \\u0000 € 🍰"}';
    expect(SEAL.open(readSealed(SEAL.seal(odd))!).toString()).toBe(odd);
  });

  it('tells register, number and day, and nothing else', () => {
    const sealed = SEAL.seal(lineOf(7, { ESR: { D: '2026-11-20T09:00:00', T: '98.76', FN: 'FS 1/7' } }));
    const { N, B, ...place } = JSON.parse(sealed) as Record<string, string>;
    expect(place).toStrictEqual({ _: 'Sealed', SQ: 7, RN: 'def', D: '2026-11-20T00:00:00', K: key(1).id });
    for (const bytes of [Buffer.from(N!, 'base64'), Buffer.from(B!, 'base64')])
      for (const secret of ['98.76', 'FS 1/7', 'Tra', '09:00']) expect(bytes.includes(secret)).toBe(false);
  });

  it('of another content has another nonce under the same number', () => {
    const nonce = (line: string) => (JSON.parse(SEAL.seal(line)) as { N: string }).N;
    const nonces = [lineOf(7), lineOf(8), lineOf(7, { ESR: { T: '12.35' } })].map(nonce);
    expect(new Set(nonces).size).toBe(3);
  });

  it('opens with nothing changed in it, and only by its key for its register', () => {
    const sealed = SEAL.seal(lineOf(7));
    const tree = JSON.parse(sealed) as Record<string, unknown>;
    const flipped = (text: unknown) => {
      const bytes = Buffer.from(text as string, 'base64');
      bytes[0]! ^= 1;
      return bytes.toString('base64');
    };
    const changes = [
      { SQ: 8 },
      { RN: 'two' },
      { D: '2026-11-24T00:00:00' },
      { K: key(2).id },
      { N: flipped(tree['N']) },
      { B: flipped(tree['B']) },
      { B: '' },
      { N: 7 },
    ];
    for (const change of changes) {
      const open = () => SEAL.open(readSealed(JSON.stringify({ ...tree, ...change }))!);
      expect(open, JSON.stringify(change)).toThrow(SealError);
    }
    expect(() => new RegisterSeal(key(2), 'def').open(readSealed(sealed)!)).toThrow(SealError);
    expect(() => new RegisterSeal(key(1), 'two').open(readSealed(sealed)!)).toThrow(SealError);
  });

  it('is not made of a line of another register, or of none', () => {
    for (const line of [lineOf(7, { RN: 'two' }), lineOf(7, { D: 'today' }), '[]', 'x'])
      expect(() => SEAL.seal(line)).toThrow(SealError);
    expect(readSealed(lineOf(7))).toBeNull();
  });
});
