/** The text that Norway signs, and its signatures: RSA-SHA1-1024 or HMAC-SHA1-128, base64. */
import { createHmac, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { Numbered } from '../base/cash-register/law.ts';
import { money } from '../base/cash-register/texts.ts';

/** The six fields, as the export has them. @param before `0` for the first transaction of a register */
export function signedText({ transaction, nr }: Numbered, before: string): string {
  const { date, time, gross, net } = transaction;
  return [before, date, time, nr, money(gross), money(net)].join(';');
}

/** The supplier's key, as the product declaration (RF-1348) names it. */
export type SupplierKey =
  { algorithm: 'RSA-SHA1-1024'; privateKey: KeyObject } | { algorithm: 'HMAC-SHA1-128'; secret: Buffer };

/** Reads a key: PEM of an RSA key of 1024 bits, or a secret of 128 bits in base64. Null for anything else. */
export function readKey(text: string): SupplierKey | null {
  const plain = text.trim();
  if (/^[A-Za-z0-9+/]{22}==$/.test(plain)) {
    return { algorithm: 'HMAC-SHA1-128', secret: Buffer.from(plain, 'base64') };
  }
  try {
    const privateKey = createPrivateKey(plain);
    const isRight = privateKey.asymmetricKeyType === 'rsa';
    const bits = privateKey.asymmetricKeyDetails?.modulusLength;
    return isRight && bits === 1024 ? { algorithm: 'RSA-SHA1-1024', privateKey } : null;
  } catch {
    return null;
  }
}

/** Signs a text: 172 characters with RSA, 28 with a secret. */
export function signText(text: string, key: SupplierKey): string {
  return key.algorithm === 'RSA-SHA1-1024'
    ? sign('sha1', Buffer.from(text, 'utf8'), key.privateKey).toString('base64')
    : createHmac('sha1', key.secret).update(text, 'utf8').digest('base64');
}

/** Public part of an RSA key, base64 of SubjectPublicKeyInfo. */
export function publicPart(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Whether a signature is that of a text. @param publicKey base64 of SubjectPublicKeyInfo */
export function isSignature(text: string, signature: string, publicKey: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64') !== signature) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
    return verify('sha1', Buffer.from(text, 'utf8'), key, bytes);
  } catch {
    return false;
  }
}
