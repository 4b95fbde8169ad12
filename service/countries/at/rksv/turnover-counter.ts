/**
 * The turnover counter (RKSV § 8, Anlage Z 8 and 9): cents, signed, big-endian, in
 * 5 to 8 bytes, encrypted with AES-256 in ICM (counter) mode. The initial vector
 * is made of Kassen-ID and Belegnummer: a number that is used twice would give
 * the counter away.
 */
import { createCipheriv, createHash, createSecretKey } from 'node:crypto';
import { fromBase64, toBase64 } from './encodings.ts';

/** Bytes of the counter: at least 5 and at most 8 by law. */
export type CounterBytes = 5 | 6 | 7 | 8;
/** Largest and usual size. */
export const DEFAULT_COUNTER_BYTES: CounterBytes = 8;

const CIPHER = 'aes-256-ctr';
const KEY_BYTES = 32;

/** A register's AES key from its transport form, 44 characters of base64; null for any other text. */
export function readAesKey(text: string): Buffer | null {
  const key = fromBase64(text);
  return key?.length === KEY_BYTES ? key : null;
}

/**
 * Check value for typing the key into FinanzOnline: 4 characters.
 * @param key as base64 text: it is the text that is hashed, not the bytes
 */
export function keyCheckValue(key: string): string {
  const hash = createHash('sha256').update(key, 'ascii').digest();
  return toBase64(hash.subarray(0, 3));
}

/** Initial vector: the first 16 bytes of SHA-256 over Kassen-ID and Belegnummer. */
export function counterIv(registerId: string, receiptNumber: string): Buffer {
  return createHash('sha256')
    .update(registerId + receiptNumber, 'utf8')
    .digest()
    .subarray(0, 16);
}

/** True when a counter of that many bytes can hold the amount. */
export function counterFits(cents: bigint, bytes: CounterBytes): boolean {
  return cents === BigInt.asIntN(bytes * 8, cents);
}

/** For whom a counter is encrypted. */
export interface CounterContext {
  /** AES key, 32 bytes. */
  key: Uint8Array;
  registerId: string;
  receiptNumber: string;
}

/**
 * Encrypts the counter for field 10.
 * @returns base64 with padding
 * @throws RangeError when the counter does not fit: ask {@link counterFits} before
 */
export function encryptCounter(cents: bigint, bytes: CounterBytes, context: CounterContext): string {
  if (!counterFits(cents, bytes)) throw new RangeError(`the turnover counter does not fit ${bytes} bytes`);
  const plain = Buffer.alloc(8);
  plain.writeBigInt64BE(cents);
  return toBase64(crypt(plain.subarray(8 - bytes), context));
}

/** The key stream of one block over the first bytes. */
function crypt(bytes: Uint8Array, { key, registerId, receiptNumber }: CounterContext): Buffer {
  // Given the bytes, Node 24 takes many times as long: it finds out first that they are no key object.
  return createCipheriv(CIPHER, createSecretKey(key), counterIv(registerId, receiptNumber)).update(bytes);
}
