/** The company's OCES3 certificate, whose key signs transactions. */
import { certificateStore } from '../base/online/company-certificate.ts';
import { cvrOf } from './cvr.ts';

/** Certificates of Danish companies; their name is the CVR number. */
export const CERTIFICATES = certificateStore({
  country: 'DK',
  taxNumber: ({ Cmp }) => cvrOf(Cmp.TaxId),
  numberName: 'CVR number',
});
