/** Certificates of signature units as a trust service provider issues them: a root, and cards below it. */
import { generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { writeCertificate, type Purpose } from '../../../certificates/write.ts';

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
    serial: '01',
    subject: name,
    publicKey,
    issuer: { name, privateKey },
    purpose: 'issuer',
  });
  return { name, privateKey, certificate };
}

/** A new signature unit below a root. @param serial of its certificate, hexadecimal */
export function newUnit(root: Root, serial: string, provider = 'AT1'): Unit {
  const keys = newKeys();
  const certificate = write({
    serial: serial.padStart(serial.length + (serial.length % 2), '0'),
    subject: `Karte ${serial}`,
    publicKey: keys.publicKey,
    issuer: root,
    purpose: 'signing',
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
  serial: string;
  subject: string;
  publicKey: KeyObject;
  issuer: { name: string; privateKey: KeyObject };
  purpose: Purpose;
}

function write({ issuer, ...content }: Content): string {
  const [from, till] = VALID;
  const pem = writeCertificate({
    ...content,
    issuer: { subject: issuer.name, privateKey: issuer.privateKey },
    ...{ from, till },
  });
  return new X509Certificate(pem).raw.toString('base64');
}
