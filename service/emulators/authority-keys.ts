/** Keys and certificates of an emulated authority and of the companies that report to it. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { writePkcs12 } from '../certificates/write-pkcs12.ts';
import { certifiedKey, writeCertificate, type CertifiedKey } from '../certificates/write.ts';
import { systemClock } from '../clock.ts';

/** All PEM texts; plain data, so that it can be kept. */
export interface AuthorityKeys {
  country: string;
  /** Names of CA and signer. */
  names: { ca: string; signer: string };
  /** Issues all others. */
  ca: CertifiedKey;
  /** Of the web server. */
  server: CertifiedKey;
  /** Signs answers. */
  signer: CertifiedKey;
}

/** An RSA key with its certificate. */
export interface KeyWithCertificate {
  key: KeyObject;
  certificate: X509Certificate;
}

/** A company's key as an authority hands it out. */
export interface IssuedKey extends KeyWithCertificate {
  /** File with key, certificate and the certificate of the authority. */
  pkcs12: Buffer;
  password: string;
}

/** What a company's certificate says; times in milliseconds since 1970. */
export interface CompanyName {
  subject: string;
  organization: string;
  from?: number;
  till?: number;
  /** Its RSA key; a new one when left out. */
  key?: KeyObject;
  /** Of the file; that of all emulators when left out. */
  password?: string;
}

const DAY = 24 * 3_600_000;
/** Tests set the clock of messages back, but none of TLS. */
const BEGIN = Date.UTC(2020, 0, 1);
const PASSWORD = 'Emulator1';

const newKey = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 });

/** Makes new keys, valid for two more years. */
export async function makeAuthorityKeys(
  country: string,
  names: AuthorityKeys['names'],
): Promise<AuthorityKeys> {
  const [ca, signer] = await Promise.all([newKey(), newKey()]);
  const issuer = { subject: names.ca, privateKey: ca.privateKey };
  const validity = { country, from: BEGIN, till: systemClock.now() + 730 * DAY, issuer };
  const certify = (subject: string, publicKey: KeyObject, purpose: 'issuer' | 'signing') =>
    writeCertificate({ ...validity, subject, publicKey, purpose });
  return {
    country,
    names,
    ca: { key: pem(ca.privateKey), certificate: certify(names.ca, ca.publicKey, 'issuer') },
    server: certifiedKey({
      ...validity,
      ...{ subject: 'localhost', purpose: 'server', hosts: ['localhost', '127.0.0.1'] },
    }),
    signer: { key: pem(signer.privateKey), certificate: certify(names.signer, signer.publicKey, 'signing') },
  };
}

/** The signer of answers. */
export function signerOf({ signer }: AuthorityKeys): KeyWithCertificate {
  return { key: createPrivateKey(signer.key), certificate: new X509Certificate(signer.certificate) };
}

/** A signer of the same name that nobody knows. */
export function forgedSigner({ country, names }: AuthorityKeys): KeyWithCertificate {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = writeCertificate({
    ...{ subject: names.signer, country, purpose: 'signing', publicKey },
    ...{ from: BEGIN, till: BEGIN + 7300 * DAY, issuer: { subject: names.signer, privateKey: key } },
  });
  return { key, certificate: new X509Certificate(certificate) };
}

/**
 * A new key with a certificate of this authority. It is valid by the clock of messages and by that of TLS,
 * also where tests that share it set the clock of messages back.
 * @param now milliseconds since 1970, of messages
 */
export async function issueCompanyKey(
  { ca, country, names }: AuthorityKeys,
  { subject, organization, from, till, key: own, password = PASSWORD }: CompanyName,
  now: number,
): Promise<IssuedKey> {
  const key = own ?? (await newKey()).privateKey;
  const certificate = writeCertificate({
    ...{ subject, country, organization, publicKey: createPublicKey(key), purpose: 'signing' },
    from: from ?? BEGIN,
    till: till ?? Math.max(now, systemClock.now()) + 730 * DAY,
    issuer: { subject: names.ca, privateKey: createPrivateKey(ca.key) },
  });
  const pkcs12 = await writePkcs12(key, [certificate, ca.certificate], password);
  return { key, certificate: new X509Certificate(certificate), pkcs12, password };
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
