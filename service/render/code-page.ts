/**
 * Text for receipt printers. One code page, Windows-1252, does for western
 * Europe: it has the euro sign and typographic quotes, and practically every
 * printer has it. What it lacks is written with its nearest plain letters, never
 * with whatever the printer would make of the bytes.
 */
import { PLAIN_LETTERS } from '../receipt/plain-letters.ts';
import { characters } from './wrap.ts';

const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Byte of every character the code page has, besides ASCII. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, i) => i + 128)
    .filter((byte) => !UNDEFINED.has(byte))
    .map((byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
);

/** Invisible or different on paper: a blank that must not break, a hyphen that is none unless the line breaks. */
const PLAIN: ReadonlyMap<string, string> = new Map([...PLAIN_LETTERS, ['\u00A0', ' '], ['\u00AD', '']]);

/** Stands for a character that cannot be printed at all. */
const UNKNOWN = '?';

/** The text as the printer can print it: one byte and one column per character. */
export function printable(text: string): string {
  return characters(text.normalize('NFC')).map(printableCharacter).join('');
}

function printableCharacter(character: string): string {
  if (isKnown(character) && PLAIN.get(character) === undefined) return character;
  const direct = PLAIN.get(character);
  if (direct !== undefined) return direct;
  if (/^\s+$/u.test(character)) return ' ';
  if (/^[\p{Cc}\p{Cf}\p{M}]+$/u.test(character)) return '';
  const simple = Array.from(
    character.normalize('NFKD').replace(/\p{M}/gu, ''),
    (c) => PLAIN.get(c) ?? c,
  ).join('');
  return simple !== '' && Array.from(simple).every(isKnown) ? simple : UNKNOWN;
}

function isKnown(character: string): boolean {
  return /^[\x20-\x7E]$/.test(character) || BYTES.has(character);
}

/** Bytes of a text that {@link printable} has returned. */
export function encode(text: string): Uint8Array {
  return Uint8Array.from(text, (c) =>
    c < '\u007F' ? c.charCodeAt(0) : (BYTES.get(c) ?? UNKNOWN.charCodeAt(0)),
  );
}
