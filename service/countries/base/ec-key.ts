/** Keys of the curve P-256 that countries sign with, and what they are called. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { EcKey } from '../contract/services.ts';

/** Serial of a public key. */
export function serialOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

/** A key from its private part, PEM. @throws when it is none of the curve P-256 */
export function ecKeyFrom(pem: string): EcKey {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('the key is not one of the curve P-256');
  const publicKey = createPublicKey(privateKey);
  return {
    serial: serialOf(publicKey),
    privateKey,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
