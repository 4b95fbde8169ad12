/** Certificates of signature units. */
import { createPrivateKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { writeCertificate } from '../../../../certificates/write.ts';

/** A unit with its key. */
export interface TestUnit {
  /** PEM. */
  certificate: string;
  /** Base64 of DER. */
  der: string;
  /** Hexadecimal, lower case. */
  serial: string;
  privateKey: KeyObject;
}

const DAY = 24 * 3_600_000;

let issuer: KeyObject | undefined;

/** A new unit with a certificate that is valid for a year around a time. @param curve of its key */
export function testUnit(now: number, curve = 'prime256v1'): TestUnit {
  issuer ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const certificate = writeCertificate({
    subject: 'Testfirma',
    publicKey,
    purpose: 'client',
    issuer: { subject: 'Testanbieter', privateKey: issuer },
    from: now - 180 * DAY,
    till: now + 180 * DAY,
  });
  const x509 = new X509Certificate(certificate);
  return {
    certificate,
    der: x509.raw.toString('base64'),
    serial: x509.serialNumber.toLowerCase(),
    privateKey,
  };
}

/** The key of RFC 7515, A.3, that published examples are signed with. */
export const RFC_KEY = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  },
});
