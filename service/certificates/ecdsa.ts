/**
 * ECDSA signatures in their plain form: R and S side by side, each as long as the order of
 * the curve (RFC 7518, 3.4). OpenSSL makes and takes the DER form of X9.62, and Node, asked
 * for the plain one (`ieee-p1363`), takes as long again as for the signature: it is
 * converted here.
 */
import { sign, verify, type KeyObject } from 'node:crypto';

/** Bytes of a plain signature, by what OpenSSL calls the curve. */
const PLAIN_BYTES: Readonly<Record<string, number>> = { prime256v1: 64, secp384r1: 96, brainpoolP384r1: 96 };
const P256_BYTES = 64;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** Signs with SHA-256. @param key private, P-256 @returns 64 bytes */
export function signPlain(bytes: Uint8Array, key: KeyObject): Buffer {
  return plainOfDer(sign('sha256', bytes, key))!;
}

/**
 * Whether a plain signature is that of the key over the bytes. Keys of other curves than
 * P-256, P-384 and brainpoolP384r1 sign nothing.
 * @param hash as Node calls it: `sha256`
 */
export function verifyPlain(hash: string, bytes: Uint8Array, signature: Uint8Array, key: KeyObject): boolean {
  const length = PLAIN_BYTES[key.asymmetricKeyDetails?.namedCurve ?? ''];
  return signature.length === length && verify(hash, bytes, key, derOfPlain(signature));
}

/** R and S of a signature in DER, 32 bytes each; null unless it is a SEQUENCE of two INTEGERs and nothing else. */
export function plainOfDer(der: Uint8Array): Buffer | null {
  const plain = Buffer.alloc(P256_BYTES);
  // All lengths are below 128, so that each has one byte.
  if (der.length < 8 || der[0] !== SEQUENCE || der[1] !== der.length - 2) return null;
  const second = readInteger(der, 2, plain, P256_BYTES / 2);
  return second !== null && readInteger(der, second, plain, P256_BYTES) === der.length ? plain : null;
}

/** Puts an INTEGER in front of a place. @returns where the next element begins; null when it is none that fits */
function readInteger(der: Uint8Array, at: number, plain: Buffer, end: number): number | null {
  const next = at + 2 + der[at + 1]!;
  if (der[at] !== INTEGER || next > der.length || der[at + 2]! > 0x7f) return null;
  let start = at + 2;
  while (start < next && der[start] === 0) start++;
  // Nothing is left of zero, which is no part of a signature.
  if (start === next || next - start > P256_BYTES / 2) return null;
  plain.set(der.subarray(start, next), end - (next - start));
  return next;
}

/** The DER form of a plain signature. @param plain at most 120 bytes */
export function derOfPlain(plain: Uint8Array): Buffer {
  const size = plain.length / 2;
  const der = Buffer.alloc(8 + plain.length);
  der[0] = SEQUENCE;
  const end = writeInteger(der, writeInteger(der, 2, plain.subarray(0, size)), plain.subarray(size));
  der[1] = end - 2;
  return der.subarray(0, end);
}

function writeInteger(der: Buffer, at: number, value: Uint8Array): number {
  let start = 0;
  while (start < value.length - 1 && value[start] === 0) start++;
  // A zero in front where the first bit would be a sign.
  const length = value.length - start + (value[start]! >> 7);
  der[at] = INTEGER;
  der[at + 1] = length;
  der.set(value.subarray(start), at + 2 + length - (value.length - start));
  return at + 2 + length;
}
