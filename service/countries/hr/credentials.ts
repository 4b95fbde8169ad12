/** The company's fiscal certificate, which FINA issues. */
import type { Cfg } from '../../receipt/cfg.ts';
import { certificateStore, type CompanyCertificate } from '../base/online/company-certificate.ts';
import type { CountryServices } from '../contract/services.ts';
import type { Credentials } from './message.ts';
import { bareOib } from './oib.ts';

/** Certificates of Croatian companies. */
export const CERTIFICATES = certificateStore({
  country: 'HR',
  taxNumber: ({ Cmp }) => bareOib(Cmp.TaxId),
  numberName: 'OIB',
});

/** The certificate in use; what CIS shows itself by is issued by its chain, too. */
export type Certificate = Credentials & CompanyCertificate;

/** The certificate in use; null when none was entered. */
export function certificateOf(services: CountryServices, cfg: Cfg): Certificate | null {
  const found = CERTIFICATES.of(services, cfg);
  return found && { ...found, digest: services.attributes().flag('HR_SHA1') ? 'sha1' : 'sha256' };
}
