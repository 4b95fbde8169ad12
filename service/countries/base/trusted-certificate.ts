/** Whom an authority's signatures are believed by. */
import type { X509Certificate } from 'node:crypto';

/** Whether a certificate is trusted itself, or directly issued by a trusted one. */
export function isTrusted(certificate: X509Certificate, trusted: readonly X509Certificate[]): boolean {
  return trusted.some(
    (other) =>
      other.raw.equals(certificate.raw) ||
      (other.ca && certificate.checkIssued(other) && certificate.verify(other.publicKey)),
  );
}
