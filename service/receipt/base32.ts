/** Numbers as letters and digits that nobody mistakes for one another (Crockford's base 32); upper case is short in QR codes. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5n;

/** A number in so many characters, of 5 bits each; what does not fit is cut off in front. */
export function toBase32(value: bigint, length: number): string {
  let text = '';
  for (let i = length - 1; i >= 0; i--) text += ALPHABET[Number((value >> (BITS * BigInt(i))) & 31n)]!;
  return text;
}

/** The number of a text in upper case; null where a character is none of these. */
export function fromBase32(text: string): bigint | null {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    value = (value << BITS) | BigInt(digit);
  }
  return value;
}
