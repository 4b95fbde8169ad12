/** Certificates of an export: whose keys sign, and who vouches for them. */
import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { DerError, readElement, readElements } from './der.ts';

/** A certificate with its key. */
export interface ExportCertificate {
  /** Name of the file. */
  file: string;
  certificate: X509Certificate;
  key: KeyObject;
  /** SHA-256 of the point of the public key, lower case hex; that of the TSE is its serial number. */
  keyHash: string;
}

const LONGEST_CHAIN = 10;
const MOST_IN_FILE = 10;

/** Certificates of a file: DER, or PEM, which may hold several; null when it has none that can be read. */
export function readCertificates(file: string, content: Buffer): ExportCertificate[] | null {
  const text = content.toString('latin1');
  const parts = text.includes('-----BEGIN ')
    ? (text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [])
    : [content];
  if (parts.length === 0 || parts.length > MOST_IN_FILE) return null;
  try {
    return parts.map((part) => {
      const certificate = new X509Certificate(part);
      const key = certificate.publicKey;
      return { file, certificate, key, keyHash: keyHashOf(key) };
    });
  } catch {
    // What OpenSSL says of bytes that are no certificate helps nobody.
    return null;
  }
}

/** The hash that a public key (PEM) has in exports; null when it is none. */
export function keyHashOfPem(content: Buffer): string | null {
  try {
    return keyHashOf(createPublicKey(content));
  } catch {
    return null;
  }
}

/** Hash of the public key's point; of all of the key where it is none of a curve. */
function keyHashOf(key: KeyObject): string {
  const info = key.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(pointOf(info)).digest('hex');
}

function pointOf(info: Buffer): Buffer {
  try {
    const outer = readElement(info, 0, info.length);
    const [, bits] = readElements(info, outer.contentStart, outer.contentEnd);
    // The first byte counts unused bits.
    if (bits?.tag === 0x03) return info.subarray(bits.contentStart + 1, bits.contentEnd);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
  }
  return info;
}

/** What became of following a certificate to its root. */
export interface Chain {
  /** The certificate itself first. */
  links: ExportCertificate[];
  /** Missing: the chain is whole. */
  problem?: 'no issuer' | 'wrong signature' | 'too long';
}

/** Follows a certificate through those at hand to one that has issued itself. */
export function chainOf(leaf: ExportCertificate, known: readonly ExportCertificate[]): Chain {
  const links = [leaf];
  let last = leaf;
  while (!isIssuedBy(last, last)) {
    if (links.length >= LONGEST_CHAIN) return { links, problem: 'too long' };
    const named = known.filter((one) => one.certificate.subject === last.certificate.issuer);
    const issuer = named.find((one) => isIssuedBy(last, one));
    if (!issuer) return { links, problem: named.length > 0 ? 'wrong signature' : 'no issuer' };
    if (links.includes(issuer)) return { links, problem: 'too long' };
    links.push(issuer);
    last = issuer;
  }
  return { links };
}

function isIssuedBy({ certificate }: ExportCertificate, issuer: ExportCertificate): boolean {
  try {
    return certificate.issuer === issuer.certificate.subject && certificate.verify(issuer.key);
  } catch {
    return false;
  }
}

/** Begin and end of the validity, Unix time in seconds. */
export function validityOf({ certificate }: ExportCertificate): { from: number; to: number } {
  return {
    from: certificate.validFromDate.getTime() / 1000,
    to: certificate.validToDate.getTime() / 1000,
  };
}
