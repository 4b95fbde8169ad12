/** Who a unit is, read from its certificates. */
import { X509Certificate, type KeyObject } from 'node:crypto';
import { UnitError, ZDA, type UnitIdentity } from './contract.ts';

/** Id of a key in a closed system: UID (U), tax number (S) or GLN (G) of the company, then the key's own name. */
const CLOSED_SYSTEM_KEY = /^[USG]:[A-Za-z0-9]{1,20}-[^\s_]{1,40}$/;

const CURVE = 'prime256v1';

/** Longest chain that is believed. */
const MAX_CHAIN = 10;

/**
 * The identity that certificates show. Whether they are still valid is not asked:
 * the RKSV lets a certificate be used beyond its end.
 * @param chain DER, signature certificate first
 * @throws UnitError `broken` when they are no certificates of a P-256 key
 */
export function certifiedIdentity(zda: string, chain: readonly Buffer[], remark?: string): UnitIdentity {
  if (!ZDA.test(zda)) throw new UnitError('broken', `${JSON.stringify(zda)} is no provider id`);
  const [own] = chain.slice(0, MAX_CHAIN).map(readCertificate);
  if (!own || chain.length > MAX_CHAIN) {
    throw new UnitError('broken', `${chain.length} certificates in place of a chain`);
  }
  return {
    zda,
    serial: serialOf(own),
    chain: [...chain],
    publicKey: signatureKey(own.publicKey, 'the certificate'),
    ...(remark !== undefined && { remark }),
  };
}

/**
 * The identity of a key in a closed system (provider `AT0`, no certificate).
 * @throws UnitError `broken` when id or key are of another kind
 */
export function closedSystemIdentity(keyId: string, publicKey: KeyObject): UnitIdentity {
  if (!CLOSED_SYSTEM_KEY.test(keyId)) {
    throw new UnitError('broken', `${JSON.stringify(keyId)} is no key id of a closed system`);
  }
  return { zda: 'AT0', serial: keyId, chain: [], publicKey: signatureKey(publicKey, 'the key') };
}

/** The certificates of a PEM text in their order, DER. */
export function certificatesOfPem(pem: string): Buffer[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => Buffer.from(block.replace(/-----[^-]*-----/g, ''), 'base64'));
}

/** Whether two identities are the same unit with the same key. */
export function isSameIdentity(a: UnitIdentity, b: UnitIdentity): boolean {
  return a.zda === b.zda && a.serial === b.serial && a.publicKey.equals(b.publicKey);
}

function readCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new UnitError('broken', 'what should be a certificate is none');
  }
}

function serialOf(certificate: X509Certificate): string {
  const serial = certificate.serialNumber.toLowerCase().replace(/^0+(?=.)/, '');
  if (!/^[0-9a-f]{1,50}$/.test(serial)) throw new UnitError('broken', 'the certificate has no usable serial');
  return serial;
}

function signatureKey(key: KeyObject, whose: string): KeyObject {
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== CURVE) {
    throw new UnitError('broken', `${whose} has no P-256 key`);
  }
  return key;
}
