/** The company's certificate for EET, and the system that it is told to. */
import { certificateStore } from '../base/online/company-certificate.ts';
import { environment } from '../base/online/environment.ts';
import { taxNumberOf } from './tax-number.ts';

/** Certificates of Czech companies; their name is the tax number. */
export const CERTIFICATES = certificateStore({
  country: 'CZ',
  taxNumber: ({ Cmp }) => taxNumberOf(Cmp.TaxId),
  numberName: 'tax number',
});

/** `CZ_Eet_url`: another system than the authority's, such as the emulator; `CZ_EetCA`: whom its answers are believed by. */
export const ENVIRONMENT = environment('CZ', {
  address: (attributes) => attributes.text('CZ_Eet_url'),
  file: (attributes) => attributes.text('CZ_EetCA'),
});
