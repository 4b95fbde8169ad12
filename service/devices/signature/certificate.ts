/** Writes X.509 certificates (RFC 5280) of P-256 keys, for tests and trials: Node reads them but writes none. */
import { createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';
import {
  bits,
  explicit,
  implicit,
  integer,
  octets,
  oid,
  printable,
  sequence,
  set,
  time,
  utf8,
  yes,
} from './der.ts';

/** What a certificate is for: receipts, other certificates, a web server, whatever its owner signs. */
export type Purpose = 'receipts' | 'issuer' | 'server' | 'signing';

/** A certificate to write. */
export interface CertificateData {
  /** Common name; in a certificate for receipts the company, e.g. `UID ATU12345678`. */
  subject: string;
  publicKey: KeyObject;
  purpose: Purpose;
  /** ISO 3166 alpha-2, in the names of subject and issuer; null for none. Austria's, where units are, when left out. */
  country?: string | null;
  /** Names and IPv4 addresses of a server. */
  hosts?: readonly string[];
  issuer: { subject: string; privateKey: KeyObject };
  /** Hex, an even number of digits; random when left out. */
  serial?: string;
  /** Validity, milliseconds since 1970. */
  from: number;
  till: number;
}

/** A P-256 key with its certificate, PEM. */
export interface CertifiedKey {
  /** PKCS#8. */
  key: string;
  certificate: string;
}

const DAY = 24 * 3_600_000;
/** Registrierkasseninhaber: marks certificates for receipts and holds the company. */
const CASH_REGISTER_OWNER = '1.2.40.0.10.1.11.1';
const KEY_USAGE = '2.5.29.15';
const SUBJECT_ALT_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const SERIAL_BYTES = 8;

const ECDSA_SHA256 = () => sequence(oid('1.2.840.10045.4.3.2'));

/** Key usage: its first byte, and how many bits at its end are unused. */
const USAGE: Record<Purpose, [number, number]> = {
  receipts: [0b1100_0000, 6],
  issuer: [0b0000_0110, 1],
  server: [0b1000_0000, 7],
  signing: [0b1000_0000, 7],
};

/** A signed certificate, PEM. */
export function writeCertificate(data: CertificateData): string {
  const { country = 'AT' } = data;
  const serial = data.serial === undefined ? randomBytes(SERIAL_BYTES) : Buffer.from(data.serial, 'hex');
  const body = sequence(
    explicit(0, integer(Buffer.of(2))),
    integer(serial),
    ECDSA_SHA256(),
    name(data.issuer.subject, country),
    sequence(time(data.from), time(data.till)),
    name(data.subject, country),
    data.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions(data))),
  );
  const signature = sign('sha256', body, data.issuer.privateKey);
  return pemOf(sequence(body, ECDSA_SHA256(), bits(signature)));
}

/** A new key and a certificate that it signs itself, valid for five years as real ones are. */
export function selfSignedKey(
  subject: string,
  purpose: Purpose,
  now: number,
  country: string | null = 'AT',
): CertifiedKey {
  return certifiedKey({ subject, purpose, country, from: now - DAY, till: now + 1826 * DAY });
}

/** A new key and its certificate; without an issuer it signs itself. */
export function certifiedKey(
  data: Omit<CertificateData, 'publicKey' | 'issuer'> & { issuer?: CertificateData['issuer'] },
): CertifiedKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { issuer = { subject: data.subject, privateKey } } = data;
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: writeCertificate({ ...data, issuer, publicKey: createPublicKey(privateKey) }),
  };
}

/** A certificate as PEM. */
export function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function name(commonName: string, country: string | null): Buffer {
  const known = country === null ? [] : [set(sequence(oid('2.5.4.6'), printable(country)))];
  return sequence(...known, set(sequence(oid('2.5.4.3'), utf8(commonName))));
}

function extensions({ purpose, hosts, subject }: CertificateData): Buffer[] {
  const [usage, unused] = USAGE[purpose];
  return [
    extension(BASIC_CONSTRAINTS, purpose === 'issuer' ? sequence(yes()) : sequence(), true),
    extension(KEY_USAGE, bits(Buffer.of(usage), unused), true),
    ...(purpose === 'receipts' ? [extension(CASH_REGISTER_OWNER, utf8(subject))] : []),
    ...(purpose === 'server' ? [extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER_AUTHENTICATION)))] : []),
    ...(hosts === undefined ? [] : [extension(SUBJECT_ALT_NAME, sequence(...hosts.map(host)))]),
  ];
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [yes()] : []), octets(value));
}

function host(nameOrAddress: string): Buffer {
  return isIPv4(nameOrAddress)
    ? implicit(7, Buffer.from(nameOrAddress.split('.').map(Number)))
    : implicit(2, Buffer.from(nameOrAddress, 'ascii'));
}
