import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromBase32,
  fromBase64,
  fromBase64Url,
  fromUtf8,
  toBase32,
  toBase64,
  toBase64Url,
} from './encodings.ts';
import { runs } from '../../../testing/runs.ts';

const CODECS = [
  ['base64', toBase64, fromBase64],
  ['base64url', toBase64Url, fromBase64Url],
  ['base32', toBase32, fromBase32],
] as const;

describe.each(CODECS)('%s', (_, write, read) => {
  it('gives the same bytes again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(read(write(bytes))).toStrictEqual(Buffer.from(bytes));
      }),
    );
  });

  it('reads nothing that it would not write', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ABab2789+/-_=. \n'), maxLength: 16 });
    fc.assert(
      fc.property(text, (candidate) => {
        const bytes = read(candidate);
        if (bytes) expect(write(bytes)).toBe(candidate);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('base32', () => {
  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'MY======'],
    ['fo', 'MZXQ===='],
    ['foo', 'MZXW6==='],
    ['foob', 'MZXW6YQ='],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI======'],
  ])('of %j is %j', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
    expect(fromBase32(encoded)?.toString()).toBe(text);
  });

  it.each([
    'my======',
    'MY',
    'MZ======',
    'MY=====',
    'M=======',
    'MZXW6YT1',
    'MZXW6=YQ',
    'MZXW6YTB========',
    '=',
  ])('does not read %j', (text) => expect(fromBase32(text)).toBeNull());
});

describe('UTF-8', () => {
  it('is read as it is, or not at all', () => {
    expect(fromUtf8(Buffer.from('Käse\ufeff'))).toBe('Käse\ufeff');
    expect(fromUtf8(Buffer.from('\ufeffx'))).toBe('\ufeffx');
    for (const bytes of [[0xff], [0xc0, 0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80]]) {
      expect(fromUtf8(Buffer.from(bytes))).toBeNull();
    }
  });
});
