/** Whose signature it may be: trusted certificates, which a KeyInfo may choose from and never add to. */
import { X509Certificate } from 'node:crypto';
import { isTrusted } from './trusted-certificate.ts';
import { SIGNATURE_NAMESPACE, SignatureFlaw, type DomElement } from './xml-signature-outline.ts';

/** More than a chain ever has. */
const MOST_CERTIFICATES = 8;
const LEAST_BITS = 2048;

/**
 * The certificates that may have signed: those that are named and trusted or
 * that a trusted issuer has signed; where none is named, all trusted ones.
 * @throws SignatureFlaw `certificate` when there is none
 */
export function signersOf(
  named: readonly X509Certificate[],
  { certificates: trusted, at }: { certificates: readonly X509Certificate[]; at: Date },
): X509Certificate[] {
  const known = named.length === 0 ? trusted : named.filter((certificate) => isTrusted(certificate, trusted));
  if (known.length === 0) {
    throw new SignatureFlaw('certificate', `its certificate is not trusted: ${namesOf(named)}`);
  }
  const valid = known.filter(({ validFromDate, validToDate }) => validFromDate <= at && at <= validToDate);
  if (valid.length === 0) {
    throw new SignatureFlaw('certificate', `its certificate is not valid at that time: ${namesOf(known)}`);
  }
  const usable = valid.filter(({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }) => {
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS;
  });
  if (usable.length === 0) {
    throw new SignatureFlaw('certificate', `its key is no RSA key of ${LEAST_BITS} bits or more`);
  }
  return usable;
}

/** The certificates in a KeyInfo.
 * @throws SignatureFlaw
 */
export function certificatesIn(keyInfo: DomElement): X509Certificate[] {
  const elements = Array.from(keyInfo.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'X509Certificate'));
  if (elements.length > MOST_CERTIFICATES) {
    throw new SignatureFlaw('certificate', 'there are too many certificates');
  }
  try {
    return elements.map(({ textContent }) => new X509Certificate(Buffer.from(textContent ?? '', 'base64')));
  } catch {
    throw new SignatureFlaw('certificate', 'its certificate cannot be read');
  }
}

function namesOf(certificates: readonly X509Certificate[]): string {
  return certificates.map(({ subject }) => subject.replaceAll('\n', ', ')).join('; ');
}
