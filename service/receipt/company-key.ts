/**
 * The key by which a company seals its records for the archive (sealed.ts), as people
 * write it down: 32 random bytes and three of a check sum, in base 32, in groups of seven
 * characters. A mistyped key is noticed; one that is lost cannot be made again.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.ts';

/** A key that was read. */
export interface CompanyKey {
  /** 8 letters and digits that name the key and tell nothing of it. */
  id: string;
  /** 32 bytes. */
  bytes: Buffer;
}

const KEY_BYTES = 32;
const SUM_BYTES = 3;
const LENGTH = ((KEY_BYTES + SUM_BYTES) * 8) / 5;
const GROUP = 7;
const ID_BYTES = 5;
const ID_LENGTH = 8;

/** A new key as text: eight groups of seven letters and digits. */
export function newCompanyKey(): string {
  return companyKeyText(randomBytes(KEY_BYTES));
}

/** A key as text. */
export function companyKeyText(bytes: Buffer): string {
  const all = Buffer.concat([bytes, sumOf(bytes)]);
  const text = toBase32(BigInt(`0x${all.toString('hex')}`), LENGTH);
  return text.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/**
 * Reads a key in either case, with or without hyphens and blanks, O as 0, I and L as 1;
 * null for a text that is none, or that was mistyped.
 */
export function readCompanyKey(text: string): CompanyKey | null {
  const written = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (written.length !== LENGTH) return null;
  const value = fromBase32(written);
  if (value === null) return null;
  const all = Buffer.from(value.toString(16).padStart(2 * (KEY_BYTES + SUM_BYTES), '0'), 'hex');
  const bytes = all.subarray(0, KEY_BYTES);
  return sumOf(bytes).equals(all.subarray(KEY_BYTES)) ? { id: idOf(bytes), bytes } : null;
}

/** True for what may be the name of a key. */
export function isKeyId(text: string): boolean {
  return text.length === ID_LENGTH && fromBase32(text) !== null;
}

function idOf(bytes: Buffer): string {
  const digest = createHmac('sha256', bytes).update('tillmark company key id').digest();
  return toBase32(BigInt(`0x${digest.subarray(0, ID_BYTES).toString('hex')}`), ID_LENGTH);
}

function sumOf(bytes: Buffer): Buffer {
  return createHash('sha256').update('tillmark company key').update(bytes).digest().subarray(0, SUM_BYTES);
}
