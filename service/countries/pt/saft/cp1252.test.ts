import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cp1252, encode, fitsCp1252 } from './cp1252.ts';
import { anyCharacter } from '../../../testing/any-character.ts';

/** What a reader of the file sees. */
const seen = (text: string) => new TextDecoder('windows-1252').decode(encode(cp1252(text)));

/** Delete, and what Windows-1252 leaves undefined. */
const NEVER = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d]);

describe('a text in the file', () => {
  it.each(['Pão de ló', 'Café – 2,50 €', '“Olá” … ™ ½ º ª', 'Œuvre Žižka Ÿ', '\u00A0x'])(
    'is the same where Windows-1252 has the characters: %s',
    (text) => {
      expect(seen(text)).toBe(text);
      expect(fitsCp1252(text)).toBe(true);
    },
  );

  it.each([
    ['a\u2010b\u2011c\u2012d\u2015e\u2212f', 'a-b-c-d-e-f'],
    ['Łódź Żółw Đorđe ăîșț', 'Lódz Zólw Dorde aîst'],
    ['ﬁm № ²⁵ Ａ', 'fim No ²5 A'],
    ['漢字 Привет', '?? ??????'],
    ['chá 🍵 e 👨‍👩‍👧', 'chá ? e ???'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['C1 \u0085 \u0090', 'C1  '],
    ['lone \uD83C surrogate', 'lone  surrogate'],
    ['5\u2032 6\u2033', `5' 6"`],
  ])('has nearest plain letters for the rest: %s', (text, expected) => {
    expect(seen(text)).toBe(expected);
    expect(fitsCp1252(text)).toBe(false);
  });

  it('is put together: a letter and its mark are one character', () => {
    expect(seen('Cafe\u0301')).toBe('Café');
    expect(fitsCp1252('Cafe\u0301')).toBe(true);
  });

  it('has blanks for line breaks, tabs and other blanks, without much ado', () => {
    expect(seen('a\tb\r\nc\u2009d')).toBe('a b  c d');
    expect(fitsCp1252('a\tb\r\nc\u2009d')).toBe(true);
  });

  it('never has bytes that Windows-1252 leaves undefined, or control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), (text) => {
        expect(encode(cp1252(text)).filter((byte) => byte < 0x20 || NEVER.has(byte))).toHaveLength(0);
      }),
    );
  });

  it('is kept exactly when it is said to fit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const kept = seen(text) === text.normalize('NFC').replace(/\s/gu, (c) => (c === '\u00A0' ? c : ' '));
        expect(fitsCp1252(text)).toBe(kept);
      }),
    );
  });
});
