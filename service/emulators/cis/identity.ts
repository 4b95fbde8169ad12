/** Keys and certificates of an emulated CIS and of the companies that report to it. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { certifiedKey, writeCertificate, type CertifiedKey } from '../../certificates/write.ts';
import { isOib } from './oib.ts';

/** All PEM texts; plain data, so that it can be kept. */
export interface Identity {
  /** Issues all others. */
  ca: CertifiedKey;
  /** Of the web server. */
  server: CertifiedKey;
  /** Signs answers of the test service. */
  test: CertifiedKey;
  /** Signs answers of the other one. */
  production: CertifiedKey;
}

/** An RSA key with its certificate, such as FINA hands out to companies. */
export interface ClientKey {
  key: KeyObject;
  certificate: X509Certificate;
}

/** What a certificate for a company may differ in. */
export interface ClientKeyOptions {
  /** Validity, milliseconds since 1970: from yesterday, for two years. */
  from?: number;
  till?: number;
  /** RSA; a new one when left out. */
  key?: KeyObject;
  /** Organization, in place of one that ends in `HR` and the OIB. */
  organization?: string;
}

const DAY = 24 * 3_600_000;
/** Tests set the clock of messages back, but none of TLS. */
const BEGIN = Date.UTC(2020, 0, 1);
const CA_NAME = 'Emulated Fina CA';
/** Names of the real signers. */
const SIGNERS = { test: 'fiskalcistest', production: 'fiskalcis' };
/** As FINA writes it, `Obrt Primjer HR12345678901`, or by ETSI EN 319 412-1. */
const OIB_IN_NAME = /(?:^|[^0-9])([0-9]{11})$/;

const newKey = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 });

/**
 * Makes a new identity, valid for two more years.
 * @param now milliseconds since 1970, of the clock that TLS goes by
 */
export async function makeIdentity(now: number): Promise<Identity> {
  const [ca, cis] = await Promise.all([newKey(), newKey()]);
  const signer = (subject: string): CertifiedKey => ({
    key: pem(cis.privateKey),
    certificate: certify(subject, cis.publicKey, 'signing'),
  });
  const issuer = { subject: CA_NAME, privateKey: ca.privateKey };
  const validity = { country: 'HR', from: BEGIN, till: now + 730 * DAY, issuer };
  const certify = (subject: string, publicKey: KeyObject, purpose: 'issuer' | 'signing') =>
    writeCertificate({ ...validity, subject, publicKey, purpose });
  return {
    ca: { key: pem(ca.privateKey), certificate: certify(CA_NAME, ca.publicKey, 'issuer') },
    server: certifiedKey({
      ...validity,
      subject: 'localhost',
      purpose: 'server',
      hosts: ['localhost', '127.0.0.1'],
    }),
    test: signer(SIGNERS.test),
    production: signer(SIGNERS.production),
  };
}

/** A key with a certificate of this authority. @param oib with the right check digit */
export async function issueClientKey(
  { ca }: Identity,
  oib: string,
  now: number,
  options: ClientKeyOptions = {},
): Promise<ClientKey> {
  if (!isOib(oib)) throw new Error(`${oib} is not an OIB: eleven digits, the last one is a check digit`);
  const { from = BEGIN, till = now + 730 * DAY, organization = `Obrt za probu HR${oib}` } = options;
  const key = options.key ?? (await newKey()).privateKey;
  const certificate = writeCertificate({
    ...{ subject: 'FISKAL 1', country: 'HR', organization, locality: 'ZAGREB' },
    ...{ publicKey: createPublicKey(key), purpose: 'signing', from, till },
    issuer: { subject: CA_NAME, privateKey: createPrivateKey(ca.key) },
  });
  return { key, certificate: new X509Certificate(certificate) };
}

/** A signer of the same name as that of the test service, which no authority knows. */
export function forgedSigner(): ClientKey {
  const subject = SIGNERS.test;
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = writeCertificate({
    ...{ subject, country: 'HR', purpose: 'signing', publicKey },
    ...{ from: BEGIN, till: BEGIN + 7300 * DAY, issuer: { subject, privateKey: key } },
  });
  return { key, certificate: new X509Certificate(certificate) };
}

/** The OIB in the name of a certificate; null when there is none. */
export function oibOf({ subject }: X509Certificate): string | null {
  for (const line of subject.split('\n')) {
    const [, oib] = /^(?:O|organizationIdentifier)=/.test(line) ? (OIB_IN_NAME.exec(line) ?? []) : [];
    if (oib !== undefined) return oib;
  }
  return null;
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
