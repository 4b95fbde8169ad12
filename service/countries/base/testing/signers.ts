/** RSA keys with certificates for signed messages in tests. */
import { createPublicKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { writeCertificate, type Purpose } from '../../../certificates/write.ts';

/** A key and its certificate. */
export interface Signatory {
  subject: string;
  key: KeyObject;
  certificate: X509Certificate;
  pem: { key: string; certificate: string };
}

/** When those certificates are valid, milliseconds since 1970: all of 2026 and 2027. */
export const VALID = { from: Date.UTC(2026, 0, 1), till: Date.UTC(2028, 0, 1) };

/**
 * A new signatory.
 * @param issuer itself when left out
 */
export function newSignatory(
  subject: string,
  { issuer, purpose = 'signing', bits = 2048 }: { issuer?: Signatory; purpose?: Purpose; bits?: number } = {},
): Signatory {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: bits });
  const certificate = writeCertificate({
    ...{ subject, purpose, country: 'HR', publicKey: createPublicKey(key), ...VALID },
    issuer: { subject: issuer?.subject ?? subject, privateKey: issuer?.key ?? key },
  });
  const pem = { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate };
  return { subject, key, certificate: new X509Certificate(certificate), pem };
}
