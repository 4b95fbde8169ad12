/** Certificates that an authority's answers are believed by: brought in on the page, kept in the vault for all registers of the country. */
import { X509Certificate } from 'node:crypto';
import { factsOf } from '../../../certificates/facts.ts';
import { isTree } from '../../../receipt/tree.ts';
import type { CountryServices, Vault } from '../../contract/services.ts';

/** Certificates of one file: far more than an authority has. */
const MOST = 20;

const nameOf = (country: string) => `${country}/authority`;

/** Those that a manager brought in. @param country ISO 3166 code */
export function keptAuthority(
  country: string,
  { vault, memory }: Pick<CountryServices, 'vault' | 'memory'>,
): readonly X509Certificate[] {
  const kept = vault.get(nameOf(country));
  const pem = isTree(kept) && typeof kept.pem === 'string' ? kept.pem : '';
  if (pem === '') return [];
  // Pages and status ask again and again.
  const known = memory.get(nameOf(country)) as { pem: string; certificates: X509Certificate[] } | undefined;
  if (known?.pem === pem) return known.certificates;
  const certificates = certificatesOf(pem);
  memory.set(nameOf(country), { pem, certificates });
  return certificates;
}

/** Keeps them in place of those before. */
export function keepAuthority(
  country: string,
  vault: Vault,
  certificates: readonly X509Certificate[],
): Promise<void> {
  return vault.set(nameOf(country), { pem: certificates.map(String).join('\n') });
}

/** Certificates of a file, PEM or one in DER; null for a file that has none, one that is over, or a key. */
export function readAuthority(file: Buffer, now: number): X509Certificate[] | null {
  try {
    const text = file.toString('latin1');
    if (text.includes('PRIVATE KEY')) return null;
    const found = text.includes('-----BEGIN') ? certificatesOf(text) : [new X509Certificate(file)];
    const isRight = found.length >= 1 && found.length <= MOST;
    return isRight && found.every(({ validToDate }) => validToDate.getTime() > now) ? found : null;
  } catch {
    return null;
  }
}

/** @throws Error when one of them cannot be read */
export function certificatesOf(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  return (blocks ?? []).map((block) => new X509Certificate(block));
}

/** What a page shows of a certificate: its subject, and the last day of its validity. */
export interface TrustedCertificate {
  subject: string;
  /** `YYYY-MM-DD`. */
  validTill: string;
}

/** Certificates as a page shows them. */
export function trustedFacts(certificates: readonly X509Certificate[]): TrustedCertificate[] {
  return certificates.map((certificate) => ({
    subject: factsOf(certificate)
      .subject.map(({ name, value }) => `${name}=${value}`)
      .join(', '),
    validTill: certificate.validToDate.toISOString().slice(0, 10),
  }));
}
