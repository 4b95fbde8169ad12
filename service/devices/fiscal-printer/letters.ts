/** Texts in the code pages of fiscal printers: what a page has not becomes its plain letters, else a blank. */
import iconv from 'iconv-lite';
import { normalForm } from '../../normal-form.ts';

/** Mazovia, of old Polish printers: bytes of the letters that ASCII has not. */
const MAZOVIA: Readonly<Record<string, number>> = {
  ...{ Ą: 0x8f, ą: 0x86, Ć: 0x95, ć: 0x8d, Ę: 0x90, ę: 0x91, Ł: 0x9c, ł: 0x92, Ń: 0xa5, ń: 0xa4 },
  ...{ Ó: 0xa3, ó: 0xa2, Ś: 0x98, ś: 0x9e, Ź: 0xa0, ź: 0xa6, Ż: 0xa1, ż: 0xa7 },
};

/** What stands for a sign that has no parts. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ '–': '-', '—': '-', '‐': '-', '−': '-', '’': "'", '‘': "'", '‚': ',', '„': '"', '”': '"', '“': '"' },
  ...{ '…': '...', '×': 'x', '€': 'EUR', ł: 'l', Ł: 'L', đ: 'd', ß: 'ss', ø: 'o', Ø: 'O', æ: 'ae' },
};

/** A code page. */
export type Letters = 'windows-1250' | 'mazovia';

const PAGES: Readonly<Record<Letters, ReadonlyMap<string, number>>> = {
  'windows-1250': upperHalf('win1250'),
  mazovia: new Map(Object.entries(MAZOVIA)),
};

function upperHalf(name: string): Map<string, number> {
  const page = new Map<string, number>();
  for (let byte = 0x80; byte < 0x100; byte++) {
    const character = iconv.decode(Buffer.of(byte), name);
    if (!/[\p{Cc}\uFFFD]/u.test(character)) page.set(character, byte);
  }
  return page;
}

/** A text in characters that the page has, of the same meaning; control characters become blanks. */
export function inLetters(text: string, letters: Letters): string {
  const page = PAGES[letters];
  const fits = (c: string) => /^[\u0020-\u007E]$/.test(c) || page.has(c);
  return Array.from(normalForm(text, 'NFC'), (c) => {
    if (fits(c)) return c;
    const plain = ALIKE[c] ?? c.normalize('NFD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(fits) ? plain : ' ';
  }).join('');
}

/** Bytes of a text; letters that the page has not are written as {@link inLetters} does. */
export function toBytes(text: string, letters: Letters): Buffer {
  const page = PAGES[letters];
  return Buffer.from(Array.from(inLetters(text, letters), (c) => page.get(c) ?? c.charCodeAt(0)));
}

const BACK = new Map(
  Object.entries(PAGES).map(([name, page]) => [name, new Map(Array.from(page, ([c, byte]) => [byte, c]))]),
);

/** The text of bytes; what the page has no letter for becomes `?`. */
export function fromBytes(bytes: Uint8Array, letters: Letters): string {
  const page = BACK.get(letters)!;
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (page.get(byte) ?? '?'),
  ).join('');
}
