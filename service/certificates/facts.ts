/** What a page shows of a certificate, and what countries look up in its names. */
import type { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate, type Name } from '@peculiar/asn1-x509';

/** A part of a name, in the order of the certificate. */
export interface NameField {
  /** Short name as usual (`CN`, `O`, `organizationIdentifier`), else the dotted id. */
  name: string;
  value: string;
}

/** A certificate in words. */
export interface CertificateFacts {
  /** Empty when the name cannot be read. */
  subject: NameField[];
  issuer: NameField[];
  /** Serial number, decimal; as OpenSSL writes it when it is negative. */
  serial: string;
  /** Begin of the validity, ISO 8601, UTC; empty when it cannot be read. */
  from: string;
  /** End of the validity, as well. */
  expiry: string;
}

/** RFC 4519 and ETSI EN 319 412-1. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/** Says what a certificate is. Never throws. */
export function factsOf(certificate: X509Certificate): CertificateFacts {
  return {
    ...namesOf(certificate),
    serial: serialNumberOf(certificate)?.toString() ?? certificate.serialNumber,
    from: isoTime(certificate.validFromDate),
    expiry: isoTime(certificate.validToDate),
  };
}

/** Null when it is negative, which no authority may give. */
export function serialNumberOf({ serialNumber }: X509Certificate): bigint | null {
  return /^[0-9A-F]+$/.test(serialNumber) ? BigInt(`0x${serialNumber}`) : null;
}

function isoTime(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function namesOf(certificate: X509Certificate): Pick<CertificateFacts, 'subject' | 'issuer'> {
  try {
    const { subject, issuer } = AsnConvert.parse(certificate.raw, Certificate).tbsCertificate;
    return { subject: fieldsOf(subject), issuer: fieldsOf(issuer) };
  } catch {
    // OpenSSL reads more than other parsers do.
    return { subject: [], issuer: [] };
  }
}

function fieldsOf(name: Name): NameField[] {
  return [...name].flatMap((set) =>
    [...set].map(({ type, value }) => ({ name: SHORT_NAMES[type] ?? type, value: value.toString() })),
  );
}
