/** The certificate that receipts are told with, and who is told. */
import { certificateStore } from '../base/online/company-certificate.ts';
import { environment } from '../base/online/environment.ts';
import { bareNif } from './nif.ts';

/** Certificates of Spanish companies, of their representatives or devices; they name the NIF. */
export const CERTIFICATES = certificateStore({
  country: 'ES',
  taxNumber: ({ Cmp }) => bareNif(Cmp.TaxId),
  numberName: 'NIF',
});

/** `ES_Authority`: another service than that of the treasury, such as an emulator; `ES_AuthorityCA`: whom it is believed by. */
export const ENVIRONMENT = environment('ES', {
  address: (attributes) => attributes.text('ES_Authority'),
  file: (attributes) => attributes.text('ES_AuthorityCA'),
});
