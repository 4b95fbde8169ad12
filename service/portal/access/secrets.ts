/** Secrets that the portal gives out: made of randomness, kept as digests. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Beyond guessing, so that a plain digest is enough to keep it. */
const SECRET_BYTES = 32;

/** A new secret with a word in front that tells people and scanners what it is. */
export function makeSecret(prefix: string): string {
  return `${prefix}_${randomText()}`;
}

/** What nobody guesses: letters, digits, `-` and `_`. */
export function randomText(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The form in which a secret is kept: SHA-256, hexadecimal. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether a secret is the one that was kept, in constant time. */
export function isSecret(secret: string, digest: string): boolean {
  const given = Buffer.from(digestOf(secret));
  const kept = Buffer.from(digest);
  return given.length === kept.length && timingSafeEqual(given, kept);
}
