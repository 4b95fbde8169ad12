import { describe, expect, it } from 'vitest';
import { decodeBody, EncodingError } from './decode.ts';

const TEXT = '<A B="Café 5 € 🍷"/>';
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((p) => (typeof p === 'string' ? Buffer.from(p, 'utf8') : Buffer.from(p))));
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('a body', () => {
  it.each<[string, Buffer, string | undefined]>([
    ['UTF-8', bytes(TEXT), 'text/xml'],
    ['UTF-8 without content type', bytes(TEXT), undefined],
    ['UTF-8 with a byte order mark', bytes([0xef, 0xbb, 0xbf], TEXT), 'text/xml; charset=utf-8'],
    ['UTF-16 little endian', utf16le(`\ufeff${TEXT}`), 'text/xml'],
    ['UTF-16 big endian', utf16be(`\ufeff${TEXT}`), 'text/xml'],
    ['UTF-16 little endian without the mark', utf16le(TEXT), 'text/xml'],
    ['UTF-16 big endian without the mark', utf16be(TEXT), 'text/xml; charset=utf-16'],
    ['UTF-16 whatever the header says', utf16le(`\ufeff${TEXT}`), 'text/xml; charset=iso-8859-1'],
    ['UTF-8 with a header of UTF-16', bytes(TEXT), 'text/xml; charset=utf-16'],
    ['UTF-8 with an unknown charset', bytes(TEXT), 'text/xml; charset=klingon'],
  ])('is read as %s', (_name, body, contentType) => {
    expect(decodeBody(body, contentType)).toBe(TEXT);
  });

  it('is UTF-8 even if the XML declaration says UTF-16 or ISO-8859-1', () => {
    for (const encoding of ['utf-16', 'ISO-8859-1']) {
      const text = `<?xml version="1.0" encoding="${encoding}"?>${TEXT}`;
      expect(decodeBody(bytes(text), 'text/xml')).toBe(text);
    }
  });

  it.each(['iso-8859-1', 'ISO-8859-1', '"latin1"', 'windows-1252', 'cp1252'])(
    'is read by its charset %s',
    (charset) => {
      expect(decodeBody(latin1('{"Dsc":"Café"}'), `application/json; charset=${charset}; x=y`)).toBe(
        '{"Dsc":"Café"}',
      );
    },
  );

  it.each<[string, string, number[]]>([
    ['windows-1250', 'Příjem 5 €', [0x50, 0xf8, 0xed, 0x6a, 0x65, 0x6d, 0x20, 0x35, 0x20, 0x80]],
    ['CP1250', 'čaj', [0xe8, 0x61, 0x6a]],
    ['iso-8859-2', 'žluť', [0xbe, 0x6c, 0x75, 0xbb]],
    ['ISO8859-15', '5 €', [0x35, 0x20, 0xa4]],
    ['latin2', 'ő', [0xf5]],
    ['windows-1253', 'Καφές', [0xca, 0xe1, 0xf6, 0xdd, 0xf2]],
  ])('is read by the charset %s of its country', (charset, text, letters) => {
    expect(decodeBody(Buffer.from(letters), `text/plain; charset=${charset}`)).toBe(text);
    const declaration = `<?xml version="1.0" encoding="${charset}"?>`;
    expect(decodeBody(bytes(declaration, letters), 'text/xml')).toBe(`${declaration}${text}`);
  });

  it('has the euro sign of Windows', () => {
    expect(decodeBody(bytes('5 ', [0x80]), 'text/xml; charset=windows-1252')).toBe('5 €');
  });

  it.each(['ISO-8859-1', 'windows-1252', 'latin1'])(
    'is read by its declaration of %s when it is not UTF-8',
    (encoding) => {
      const text = `<?xml version='1.0' encoding='${encoding}'?><A B="Café"/>`;
      expect(decodeBody(latin1(text), 'text/xml')).toBe(text);
    },
  );

  it.each<[string, Buffer, string | undefined]>([
    ['bytes that are not UTF-8', latin1('{"Dsc":"Café"}'), 'application/json'],
    [
      'bytes that are not UTF-8 with a wrong declaration',
      latin1('<?xml version="1.0" encoding="utf-8"?><A B="é"/>'),
      'text/xml',
    ],
    [
      'bytes that are not UTF-8 with an unknown declaration',
      latin1('<?xml version="1.0" encoding="cp9999"?><A B="é"/>'),
      'text/xml',
    ],
    ['a byte that the charset lacks', bytes([0xd2]), 'text/plain; charset=windows-1253'],
    ['a character cut off', bytes('Caf', [0xc3]), undefined],
    ['a surrogate in UTF-8', bytes([0xed, 0xa0, 0x80]), undefined],
    ['half a character of UTF-16', bytes([0xff, 0xfe, 0x3c]), undefined],
    ['half a pair of UTF-16', bytes([0xff, 0xfe, 0x3c, 0xd8]), undefined],
  ])('is refused for %s', (_name, body, contentType) => {
    expect(() => decodeBody(body, contentType)).toThrow(EncodingError);
  });

  it('is not searched for a declaration in its depth', () => {
    const text = `<A B="é">${' '.repeat(200)}encoding="ISO-8859-1"</A>`;
    expect(() => decodeBody(latin1(text), 'text/xml')).toThrow(EncodingError);
    expect(() => decodeBody(latin1('<A>encoding="ISO-8859-1" é</A>'), 'text/xml')).toThrow(EncodingError);
  });
});
