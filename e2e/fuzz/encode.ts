/** Text to bytes, in all the ways that clients get wrong. */
import type { Format } from '../../service/receipt/answer.ts';
import type { Choices } from './choices.ts';

/** Encodes a text; mostly as UTF-8 and with the right content type. */
export function encode(
  text: string,
  format: Format,
  choices: Choices,
): { bytes: Buffer; contentType: string } {
  const type = format === 'json' ? 'application/json' : choices.pick(['text/xml', 'application/xml']);
  if (choices.below(8) > 0) return { bytes: Buffer.from(text, 'utf8'), contentType: type };
  const bytes = choices.pick(ENCODINGS)(text, choices);
  const contentType = choices.pick([
    type,
    type,
    `${type}; charset=${choices.pick(CHARSETS)}`,
    'text/plain',
    '',
  ]);
  return { bytes, contentType };
}

const CHARSETS = ['utf-8', 'iso-8859-1', '"windows-1252"', 'utf-16', 'utf-7', 'x'.repeat(500), ''];

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const ENCODINGS: readonly ((text: string, choices: Choices) => Buffer)[] = [
  (text) => Buffer.from(`\ufeff${text}`, 'utf8'),
  (text) => Buffer.from(`\ufeff\ufeff${text}`, 'utf8'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => utf16be(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le').subarray(0, -1),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${text}`, 'latin1'),
  (text) => Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${text}`, 'utf8'),
  (text, choices) => flipped(Buffer.from(text, 'utf8'), choices),
  (text, choices) => flipped(Buffer.from(text, 'utf8'), choices),
  (text, choices) => flipped(Buffer.from(text, 'utf8'), choices),
];

/** Changes some bits or whole bytes. */
function flipped(bytes: Buffer, choices: Choices): Buffer {
  for (let n = 1 + choices.below(8); n > 0 && bytes.length > 0; n--) {
    const at = choices.below(bytes.length);
    bytes[at] = choices.below(3) === 0 ? choices.below(256) : bytes[at]! ^ (1 << choices.below(8));
  }
  return bytes;
}
