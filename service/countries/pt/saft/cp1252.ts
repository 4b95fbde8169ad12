/**
 * Text in Windows-1252, the encoding that the tax authority reads (SAF-T 1.04_01).
 *
 * Inside the export a text is a string whose code units are the bytes of the
 * file: `€` is `\x80`. Such strings can be measured, cut and joined like any
 * other, take one byte each in memory, and a whole page of documents is encoded
 * by copying.
 */

import { PLAIN_LETTERS } from '../../../receipt/plain-letters.ts';
import { normalForm } from '../../../normal-form.ts';

/** The characters of the bytes 0x80 to 0x9F; blanks where Windows-1252 has none. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const BYTES: ReadonlyMap<string, string> = new Map(
  Array.from(HIGH, (character, i): [string, string] => [character, String.fromCharCode(0x80 + i)]).filter(
    ([character]) => character !== ' ',
  ),
);

/** Stands for a character that has no nearest one. */
const UNKNOWN = '?';

/** Whatever is not the same in Windows-1252 as in Unicode. */
const FOREIGN = /[^\x20-\x7E\xA0-\xFF]/;
const SPACE = /\s/u;
/** Control and format characters, and marks that belong to the letter before. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{M}]/u;

/**
 * True when the export keeps a text as it is. Line breaks and tabs become
 * blanks, which nobody needs to be told.
 */
export function fitsCp1252(text: string): boolean {
  if (!FOREIGN.test(text)) return true;
  return Array.from(normalForm(text, 'NFC')).every((c) => !FOREIGN.test(c) || BYTES.has(c) || SPACE.test(c));
}

/**
 * A text as the bytes of the file, one code unit each. What Windows-1252 lacks
 * becomes its nearest plain letters, else `?`; control characters vanish.
 */
export function cp1252(text: string): string {
  return FOREIGN.test(text) ? Array.from(normalForm(text, 'NFC'), byteOf).join('') : text;
}

function byteOf(character: string): string {
  if (!FOREIGN.test(character)) return character;
  const known = BYTES.get(character) ?? PLAIN_LETTERS.get(character);
  if (known !== undefined) return known;
  if (SPACE.test(character)) return ' ';
  if (INVISIBLE.test(character)) return '';
  const simple = Array.from(
    character.normalize('NFKD').replace(/\p{M}/gu, ''),
    (c) => PLAIN_LETTERS.get(c) ?? c,
  );
  return simple.every((c) => !FOREIGN.test(c)) ? simple.join('') : UNKNOWN;
}

/** The bytes of a text made of pieces that {@link cp1252} has returned. */
export function encode(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
