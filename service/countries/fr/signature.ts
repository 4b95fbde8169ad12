/** Signatures: ECDSA P-256 with SHA-256 over the text in UTF-8, R and S as base64url without padding. */
import { sign, verify, type KeyObject } from 'node:crypto';

const ENCODING = { dsaEncoding: 'ieee-p1363' } as const;

/** Signs a text: 86 characters. */
export function signText(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text, 'utf8'), { key, ...ENCODING }).toString('base64url');
}

/** Whether a signature is that of a text. */
export function isSignature(text: string, signature: string, key: KeyObject): boolean {
  if (!/^[\w-]{86}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64url');
  return verify('sha256', Buffer.from(text, 'utf8'), { key, ...ENCODING }, bytes);
}

/** What is printed of a signature: characters 3, 7, 13 and 19. */
export function excerpt(signature: string): string {
  return [2, 6, 12, 18].map((i) => signature[i] ?? '').join('');
}
