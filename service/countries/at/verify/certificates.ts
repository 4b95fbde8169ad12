/**
 * Certificates of a DEP's groups: whether they are what they should be, who issued
 * them, and the public key that a receipt's signature must fit.
 *
 * The validity period is not held against the receipts: a signature unit may go on
 * signing when its certificate has expired.
 */
import { X509Certificate, type KeyObject } from 'node:crypto';
import { error, type Problem } from './finding.ts';

const MAX_CHAIN = 10;
const CACHED_GROUPS = 50;

/** The certificate of a group that can be used. */
export interface GroupCertificate {
  /** Serial number as {@link plainSerial} writes it. */
  serial: string;
  key: KeyObject;
}

/** A group's certificate and what is wrong with it and its issuers. */
export interface ReadGroup {
  certificate: GroupCertificate | null;
  problems: Problem[];
}

/** Reads certificates, the same ones only once. */
export class Certificates {
  private readonly trusted: readonly X509Certificate[];
  private readonly known = new Map<string, ReadGroup>();

  /** @param trusted certificates of providers; without any, groups need no issuer, and theirs are only held against each other */
  constructor(trusted: readonly X509Certificate[]) {
    this.trusted = trusted;
  }

  /** @param certificate base64 of DER; empty when the group has none */
  read(certificate: string, authorities: readonly string[]): ReadGroup {
    // None of the texts has a space, or it is refused.
    const name = [certificate, ...authorities].join(' ');
    const known = this.known.get(name);
    if (known) return known;
    const read = this.readNew(certificate, authorities);
    if (this.known.size >= CACHED_GROUPS) this.known.clear();
    this.known.set(name, read);
    return read;
  }

  private readNew(certificate: string, authorities: readonly string[]): ReadGroup {
    const problems: Problem[] = [];
    const wrong = (text: string) => problems.push(error('certificate', null, text));
    const issuers = authorities.flatMap((text, i) => {
      const issuer = readCertificate(text);
      if (!issuer) wrong(`authority ${i + 1} of the group is no certificate in base64 of DER`);
      return issuer ?? [];
    });
    for (const [i, issuer] of issuers.entries()) {
      const other = this.issuerOf(issuer, issuers);
      if (!other) wrong(`authority ${i + 1} of the group is issued by none of the others, nor by itself`);
    }
    if (certificate === '') return { certificate: null, problems };
    const read = readCertificate(certificate);
    if (!read) wrong('the certificate of the group is no certificate in base64 of DER');
    if (!read) return { certificate: null, problems };
    if (!isP256(read.publicKey)) wrong('the key of the certificate is not one of P-256');
    this.trustProblems(read, issuers, wrong);
    return { certificate: { serial: plainSerial(read.serialNumber), key: read.publicKey }, problems };
  }

  private trustProblems(
    certificate: X509Certificate,
    issuers: readonly X509Certificate[],
    wrong: (text: string) => void,
  ): void {
    let at = certificate;
    for (let steps = 0; steps < MAX_CHAIN; steps++) {
      if (this.trusted.some((trusted) => trusted.raw.equals(at.raw))) return;
      const issuer = this.issuerOf(at, issuers);
      if (!issuer || issuer.raw.equals(at.raw)) break;
      at = issuer;
    }
    if (this.trusted.length > 0) wrong('the certificate of the group leads to no trusted provider');
    else if (at === certificate && issuers.length > 0) {
      wrong('the certificate of the group is issued by none of its authorities');
    }
  }

  private issuerOf(
    certificate: X509Certificate,
    issuers: readonly X509Certificate[],
  ): X509Certificate | undefined {
    return [...this.trusted, ...issuers].find(
      (issuer) => certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey),
    );
  }
}

/** A serial number without what may differ in writing: capital letters and leading zeros. */
export function plainSerial(hex: string): string {
  return hex.toLowerCase().replace(/^0+(?=.)/, '');
}

/** True for a public key of the curve that ES256 wants. */
export function isP256(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

function readCertificate(text: string): X509Certificate | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text) return null;
  try {
    const certificate = new X509Certificate(bytes);
    // PEM inside base64 would be read as well, and so would bytes behind the certificate.
    if (!certificate.raw.equals(bytes)) return null;
    // The key is read when it is asked for; one that cannot be read throws then.
    return certificate.publicKey.type === 'public' ? certificate : null;
  } catch {
    return null;
  }
}
