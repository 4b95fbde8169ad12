/** SAF-T Cash Register DK 1.0.3 (Skatteforvaltningen, schema of 14 June 2024). */
import { journalExport } from '../base/cash-register/export.ts';
import type { CountryExport } from '../contract/exports.ts';
import { cvrOf } from './cvr.ts';
import { GROUPS } from './taxes.ts';

/** The export of a period. */
export const saft: CountryExport = journalExport({
  country: 'DK',
  namespace: 'urn:StandardAuditFile-Taxation-CashRegister:DK',
  version: '1.0.3',
  currency: 'DKK',
  taxes: GROUPS,
  company: ({ Cmp }) => cvrOf(Cmp.TaxId),
  vatNumber: ({ Cmp }) => `DK${cvrOf(Cmp.TaxId)}`,
  hasMinus: false,
  isNet: false,
  hasCertificate: true,
});
