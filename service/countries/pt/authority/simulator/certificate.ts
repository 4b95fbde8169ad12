/** Writes X.509 certificates (RFC 5280): Node reads them but writes none. */
import { randomInt, sign, type KeyObject } from 'node:crypto';
import { isIPv4 } from 'node:net';
import {
  bits,
  explicit,
  implicit,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  set,
  time,
  utf8,
  yes,
} from './der.ts';

/** What a certificate is for. */
export type Purpose = 'issuer' | 'server' | 'client' | 'encryption';

/** A certificate to write. */
export interface CertificateData {
  /** Common name. */
  subject: string;
  publicKey: KeyObject;
  purpose: Purpose;
  /** Names and IPv4 addresses of a server. */
  hosts?: readonly string[];
  issuer: { subject: string; privateKey: KeyObject };
  /** Validity, milliseconds since 1970. */
  from: number;
  till: number;
}

const RSA_SHA256 = () => sequence(oid('1.2.840.113549.1.1.11'), nothing());
const COMMON_NAME = '2.5.4.3';
const KEY_USAGE = '2.5.29.15';
const SUBJECT_ALT_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const EXTENDED_KEY_USAGE = '2.5.29.37';

/** Key usage: its first byte, and how many bits at its end are unused. */
const USAGE: Record<Purpose, [number, number]> = {
  issuer: [0b0000_0110, 1],
  server: [0b1010_0000, 5],
  client: [0b1000_0000, 7],
  encryption: [0b0010_0000, 5],
};
const EXTENDED_USAGE: Partial<Record<Purpose, string>> = {
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
};

/** A signed certificate, PEM. */
export function writeCertificate(data: CertificateData): string {
  const body = sequence(
    explicit(0, integer(2)),
    integer(randomInt(1, 2 ** 31)),
    RSA_SHA256(),
    name(data.issuer.subject),
    sequence(time(data.from), time(data.till)),
    name(data.subject),
    data.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions(data))),
  );
  const signature = sign('sha256', body, data.issuer.privateKey);
  const lines = sequence(body, RSA_SHA256(), bits(signature))
    .toString('base64')
    .match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function name(commonName: string): Buffer {
  return sequence(set(sequence(oid(COMMON_NAME), utf8(commonName))));
}

function extensions({ purpose, hosts }: CertificateData): Buffer[] {
  const [usage, unused] = USAGE[purpose];
  const extended = EXTENDED_USAGE[purpose];
  return [
    extension(BASIC_CONSTRAINTS, purpose === 'issuer' ? sequence(yes()) : sequence(), true),
    extension(KEY_USAGE, bits(Buffer.of(usage), unused), true),
    ...(extended === undefined ? [] : [extension(EXTENDED_KEY_USAGE, sequence(oid(extended)))]),
    ...(hosts === undefined ? [] : [extension(SUBJECT_ALT_NAME, sequence(...hosts.map(host)))]),
  ];
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [yes()] : []), octets(value));
}

function host(text: string): Buffer {
  return isIPv4(text)
    ? implicit(7, Buffer.from(text.split('.').map(Number)))
    : implicit(2, Buffer.from(text, 'ascii'));
}
