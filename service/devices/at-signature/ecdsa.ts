/** ECDSA signatures over P-256 in their two forms, and the check of them. */
import { verify, type KeyObject } from 'node:crypto';

/** Length of R and S side by side. */
const SIGNATURE_BYTES = 64;

const PART_BYTES = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * A signature as R and S of 32 bytes each (RFC 7518, 3.4). Some units answer with
 * the DER form of X9.62 instead; it is converted.
 * @returns null when the bytes are neither
 */
export function rawSignature(bytes: Uint8Array): Buffer | null {
  return bytes.length === SIGNATURE_BYTES ? Buffer.from(bytes) : rawOfDer(Buffer.from(bytes));
}

/** Whether a signature of 64 bytes is that of the key over a text in ASCII. */
export function isSignedBy(publicKey: KeyObject, input: string, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  return verify('sha256', Buffer.from(input, 'ascii'), key, signature);
}

/** R and S of a signature in DER, 32 bytes each; null unless it is a SEQUENCE of two INTEGERs and nothing else. */
export function rawOfDer(der: Buffer): Buffer | null {
  // All lengths are below 128, so that each has one byte.
  if (der.length < 8 || der[0] !== SEQUENCE || der[1] !== der.length - 2) return null;
  const r = part(der, 2);
  const s = r && part(der, r.end);
  return r && s?.end === der.length ? Buffer.concat([r.value, s.value]) : null;
}

function part(der: Buffer, at: number): { value: Buffer; end: number } | null {
  if (der[at] !== INTEGER) return null;
  const end = at + 2 + der[at + 1]!;
  const digits = der.subarray(at + 2, end);
  if (end > der.length || digits.length === 0 || digits[0]! > 0x7f) return null;
  const start = digits.findIndex((byte) => byte !== 0);
  const significant = start < 0 ? Buffer.alloc(0) : digits.subarray(start);
  if (significant.length === 0 || significant.length > PART_BYTES) return null;
  return { value: Buffer.concat([Buffer.alloc(PART_BYTES - significant.length), significant]), end };
}
