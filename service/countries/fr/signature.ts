/** Signatures: ECDSA P-256 with SHA-256 over the text in UTF-8, R and S as base64url without padding. */
import { sign, verify, type KeyObject } from 'node:crypto';

/** Signs a text: 86 characters. */
export function signText(text: string, key: KeyObject): string {
  // Asked for R and S, Node takes as long again as for the signature.
  return plain(sign('sha256', Buffer.from(text, 'utf8'), key)).toString('base64url');
}

/** R and S, 32 bytes each, of a signature in DER that OpenSSL has made with a key of the curve P-256. */
export function plain(der: Uint8Array): Buffer {
  const both = Buffer.alloc(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1]!;
    at += 2 + length;
    // Longer by a sign, or shorter: zeros in front are left out.
    const integer = der.subarray(at - Math.min(length, 32), at);
    both.set(integer, end - integer.length);
  }
  return both;
}

/** Whether a signature is that of a text. */
export function isSignature(text: string, signature: string, key: KeyObject): boolean {
  if (!/^[\w-]{86}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64url');
  return verify('sha256', Buffer.from(text, 'utf8'), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}

/** What is printed of a signature: characters 3, 7, 13 and 19. */
export function excerpt(signature: string): string {
  return [2, 6, 12, 18].map((i) => signature[i] ?? '').join('');
}
