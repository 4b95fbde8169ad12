/** Certificates of signature units as a trust service provider issues them: a root, and cards below it. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  bits,
  explicit,
  integer,
  octets,
  oid,
  sequence,
  set,
  time,
  utf8,
  yes,
} from '../../pt/authority/simulator/der.ts';

const ECDSA_SHA256 = () => sequence(oid('1.2.840.10045.4.3.2'));
const COMMON_NAME = '2.5.4.3';
const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const VALID = [Date.UTC(2015, 8, 1), Date.UTC(2045, 0, 1)] as const;

/** A trust service provider that exists in tests alone. */
export interface Root {
  name: string;
  privateKey: KeyObject;
  /** Certificate, base64 of DER. */
  certificate: string;
}

/** A signature unit: card, HSM or key of the company. */
export interface Unit {
  /** Field 1 without `R1-`. */
  provider: string;
  /** Field 11. */
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** Base64 of DER; empty for a closed system. */
  certificate: string;
  authorities: readonly string[];
}

/** A new root with a certificate signed by itself. */
export function newRoot(name = 'Testwurzel'): Root {
  const { privateKey, publicKey } = newKeys();
  const certificate = write({
    serial: 1n,
    subject: name,
    publicKey,
    issuer: { name, privateKey },
    root: true,
  });
  return { name, privateKey, certificate };
}

/** A new signature unit below a root. @param serial of its certificate, hexadecimal */
export function newUnit(root: Root, serial: string, provider = 'AT1'): Unit {
  const keys = newKeys();
  const certificate = write({
    serial: BigInt(`0x${serial}`),
    subject: `Karte ${serial}`,
    publicKey: keys.publicKey,
    issuer: root,
    root: false,
  });
  return { provider, id: serial, ...keys, certificate, authorities: [root.certificate] };
}

/** A key of a company with a closed system. */
export function newCompanyKey(id: string): Unit {
  return { provider: 'AT0', id, ...newKeys(), certificate: '', authorities: [] };
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

interface Content {
  serial: bigint;
  subject: string;
  publicKey: KeyObject;
  issuer: { name: string; privateKey: KeyObject };
  root: boolean;
}

function write({ serial, subject, publicKey, issuer, root }: Content): string {
  const body = sequence(
    explicit(0, integer(2)),
    longInteger(serial),
    ECDSA_SHA256(),
    name(issuer.name),
    sequence(time(VALID[0]), time(VALID[1])),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        extension(BASIC_CONSTRAINTS, root ? sequence(yes()) : sequence()),
        // A root signs certificates, a card signs receipts.
        extension(KEY_USAGE, root ? bits(Buffer.of(0b0000_0110), 1) : bits(Buffer.of(0b1000_0000), 7)),
      ),
    ),
  );
  const signature = sign('sha256', body, issuer.privateKey);
  return sequence(body, ECDSA_SHA256(), bits(signature)).toString('base64');
}

function longInteger(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  const positive = bytes[0]! > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
  const element = octets(positive);
  element[0] = 0x02;
  return element;
}

function name(commonName: string): Buffer {
  return sequence(set(sequence(oid(COMMON_NAME), utf8(commonName))));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), yes(), octets(value));
}
