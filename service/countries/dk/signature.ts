/** The text that Denmark signs, and its signature: RSA with 2048 bits and SHA-512 (PKCS #1 v1.5), base64. */
import { sign, verify, type KeyObject } from 'node:crypto';
import type { Numbered } from '../base/cash-register/law.ts';
import { absolute } from '../base/cash-register/texts.ts';

/** The eleven fields, as the export has them. @param before `0` for the first transaction of a register */
export function signedText({ transaction, nr, sq, register }: Numbered, before: string, cvr: string): string {
  const { type, date, time, employee, gross, net } = transaction;
  const amounts = [absolute(gross), absolute(net)];
  return [before, nr, sq, type, date, time, employee, ...amounts, register, cvr].join(';');
}

/** Signs a text: 344 characters. */
export function signText(text: string, key: KeyObject): string {
  return sign('sha512', Buffer.from(text, 'utf8'), key).toString('base64');
}

/** Whether a signature is that of a text. */
export function isSignature(text: string, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  // Nothing but the one spelling that the chain goes on from.
  return bytes.toString('base64') === signature && verify('sha512', Buffer.from(text, 'utf8'), key, bytes);
}

/** What is printed of a signature: its first and last eight characters. */
export function excerpt(signature: string): string {
  return `${signature.slice(0, 8)}…${signature.slice(-8)}`;
}
