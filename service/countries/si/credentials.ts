/** The company's certificate for cash registers (DavPotRac), and the FURS that it is shown to. */
import { certificateStore } from '../base/online/company-certificate.ts';
import { environment } from '../base/online/environment.ts';
import { numbersAfterRestore } from '../base/online/restored.ts';
import { bareTaxNumber } from './tax-number.ts';

/** Certificates of Slovenian companies; they name the tax number. */
export const CERTIFICATES = certificateStore({
  country: 'SI',
  taxNumber: ({ Cmp }) => bareTaxNumber(Cmp.TaxId),
  numberName: 'tax number',
});

/** `SI_Furs`: another service than FURS, such as the emulator; `SI_FursCA`: whom its answers are believed by. */
export const ENVIRONMENT = environment('SI', {
  address: (attributes) => attributes.text('SI_Furs'),
  file: (attributes) => attributes.text('SI_FursCA'),
});

/** Numbers after a restore: FURS knows receipts that the journal does not. */
export const NUMBERS = numbersAfterRestore('SI');
