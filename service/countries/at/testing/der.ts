/** ECDSA signatures of smart cards: from DER to the fixed form that JWS wants. */

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** Bytes of a number of P-256. */
const SIZE = 32;

/**
 * Turns `SEQUENCE { r INTEGER, s INTEGER }` into R||S: 64 bytes, each number
 * padded with zeros on the left.
 * @returns null for anything that is not DER of two positive numbers of at most 256 bits
 */
export function derToRaw(der: Uint8Array): Buffer | null {
  // Both numbers together are at most 70 bytes long, so that every length is one byte.
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) return null;
  const r = readInteger(der, 2);
  if (!r) return null;
  const s = readInteger(der, r.end);
  return s?.end === der.length ? Buffer.concat([r.value, s.value]) : null;
}

function readInteger(der: Uint8Array, at: number): { value: Buffer; end: number } | null {
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  if (der[at] !== INTEGER || length === 0 || length > SIZE + 1 || end > der.length) return null;
  const bytes = der.subarray(at + 2, end);
  const negative = bytes[0]! > 0x7f;
  const longerThanNeeded = bytes[0] === 0 && (length === 1 || bytes[1]! <= 0x7f);
  if (negative || longerThanNeeded) return null;
  const digits = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  if (digits.length > SIZE) return null;
  const value = Buffer.alloc(SIZE);
  value.set(digits, SIZE - digits.length);
  return { value, end };
}
