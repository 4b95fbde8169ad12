/** Signatures: ECDSA P-256 with SHA-256 over the text in UTF-8, R and S as base64url without padding. */
import type { KeyObject } from 'node:crypto';
import { signPlain, verifyPlain } from '../../certificates/ecdsa.ts';

/** Signs a text: 86 characters. */
export function signText(text: string, key: KeyObject): string {
  return signPlain(Buffer.from(text, 'utf8'), key).toString('base64url');
}

/** Whether a signature is that of a text. */
export function isSignature(text: string, signature: string, key: KeyObject): boolean {
  if (!/^[\w-]{86}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64url');
  return verifyPlain('sha256', Buffer.from(text, 'utf8'), bytes, key);
}

/** What is printed of a signature: characters 3, 7, 13 and 19. */
export function excerpt(signature: string): string {
  return [2, 6, 12, 18].map((i) => signature[i] ?? '').join('');
}
