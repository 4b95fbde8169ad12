/** Keys and certificates of emulated providers, made at start without any tool besides Node. */
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { certifiedKey, selfSignedKey, type CertifiedKey } from '../../certificates/write.ts';
import { receiptCertificate } from '../../devices/at-signature/software.ts';

/** All PEM texts; plain data, so that it can be kept. */
export interface EmulatedKeys {
  /** Issuer of the web server's certificate. */
  ca: CertifiedKey;
  server: CertifiedKey;
  /** Issuer of the certificates for receipts. */
  issuer: CertifiedKey;
  /** What receipts are signed with. */
  receipts: CertifiedKey;
  /** Another key of the same issuer, for what goes wrong. */
  other: CertifiedKey;
}

const DAY = 24 * 3_600_000;
/** Order of the group of P-256 (SEC 2, 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * New keys, valid for five years.
 * @param company in certificates for receipts, e.g. `UID ATU12345678`
 * @param now milliseconds since 1970, of the clock that TLS goes by
 */
export function makeKeys(company: string, now: number): EmulatedKeys {
  const ca = selfSignedKey({ subject: 'Emulated web CA', purpose: 'issuer' }, now);
  const issuer = selfSignedKey(
    { subject: 'Emulated Registrierkasse CA', purpose: 'issuer', country: 'AT' },
    now,
  );
  const from = now - DAY;
  const till = now + 1825 * DAY;
  const issuedBy = (subject: string, { key }: CertifiedKey) => ({
    subject,
    privateKey: createPrivateKey(key),
  });
  const receipts = () =>
    certifiedKey({
      ...receiptCertificate(company),
      from,
      till,
      issuer: issuedBy('Emulated Registrierkasse CA', issuer),
    });
  const server = certifiedKey({
    subject: 'localhost',
    purpose: 'server',
    hosts: ['localhost', '127.0.0.1'],
    from,
    till,
    issuer: issuedBy('Emulated web CA', ca),
  });
  return { ca, server, issuer, receipts: receipts(), other: receipts() };
}

/** Signs a SHA-256 hash as it is, which Node does not offer. R then S. For emulators only. */
export function signHash(key: KeyObject, hash: Buffer): Buffer {
  const d = numberOf(Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url'));
  for (;;) {
    // A random number and its point: R is the point's x.
    const nonce = createECDH('prime256v1');
    const r = numberOf(nonce.generateKeys().subarray(1, 33)) % ORDER;
    const s = (inverse(numberOf(nonce.getPrivateKey())) * (numberOf(hash) + r * d)) % ORDER;
    if (r !== 0n && s !== 0n) return Buffer.concat([bytesOf(r), bytesOf(s)]);
  }
}

function inverse(value: bigint): bigint {
  // Fermat: the order is a prime.
  let result = 1n;
  let base = value % ORDER;
  for (let exponent = ORDER - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % ORDER;
    base = (base * base) % ORDER;
  }
  return result;
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function bytesOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}
