/**
 * Base64, base64url and base32 (RFC 4648), read strictly: only the one text that
 * the bytes would be written as. Node's own reading skips what it does not know,
 * and two texts for the same bytes would make two receipts out of one.
 */

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Characters of the last group of base32 by the number of its bytes. */
const LAST_GROUP = [0, 2, 4, 5, 7] as const;

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Bytes of a standard base64 text with padding; null for any other text. */
export function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** Base64 with `-` and `_`, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** Bytes of a base64url text without padding; null for any other text. */
export function fromBase64Url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

/** Base32 with padding: letters A to Z, digits 2 to 7. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 5) {
    const group = bytes.subarray(at, at + 5);
    // Five bytes are eight characters; a shorter last group is filled up with zeros first.
    let value = 0n;
    for (let i = 0; i < 5; i++) value = (value << 8n) | BigInt(group[i] ?? 0);
    let characters = '';
    for (let i = 7; i >= 0; i--) characters += BASE32[Number((value >> BigInt(5 * i)) & 31n)]!;
    text += group.length === 5 ? characters : characters.slice(0, LAST_GROUP[group.length]).padEnd(8, '=');
  }
  return text;
}

/** Bytes of a base32 text with padding; null for any other text. */
export function fromBase32(text: string): Buffer | null {
  const digits = text.replace(/(?<!=)=+$/, '');
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const character of digits) {
    const digit = BASE32.indexOf(character);
    if (digit < 0) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  const result = Buffer.from(bytes);
  return toBase32(result) === text ? result : null;
}

/** Text of UTF-8 bytes; null when they are none. A byte order mark stays in the text. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
