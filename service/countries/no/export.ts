/** SAF-T Cash Register NO 1.00 (Skatteetaten). */
import { journalExport } from '../base/cash-register/export.ts';
import type { CountryExport } from '../contract/exports.ts';
import { isVatRegistered, organisationOf } from './organisation.ts';
import { GROUPS } from './taxes.ts';

/** The export of a period. */
export const saft: CountryExport = journalExport({
  country: 'NO',
  namespace: 'urn:StandardAuditFile-Taxation-CashRegister:NO',
  version: '1.0',
  currency: 'NOK',
  taxes: GROUPS,
  company: ({ Cmp }) => organisationOf(Cmp.TaxId),
  vatNumber: ({ Cmp }) => (isVatRegistered(Cmp.TaxId) ? `${organisationOf(Cmp.TaxId)}MVA` : ''),
  hasMinus: true,
  // As the official example has them.
  isNet: true,
  hasCertificate: false,
});
