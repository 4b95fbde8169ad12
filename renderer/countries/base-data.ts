/** What receipts, reports and e-invoices say of company, location and till besides names, addresses and tax ids (doc 3, Cfg). */
import type { BaseField } from './base-field.ts';
import { portalCountryOf } from './portal-list.ts';

const DOC: readonly BaseField[] = [
  { path: 'Doc.ContactName', label: 'contactName', hint: 'doc' },
  { path: 'Doc.ContactTelephone', label: 'contactPhone' },
  { path: 'Doc.ContactElectronicMail', label: 'contactEmail' },
  { path: 'Doc.PaymentTerms', label: 'paymentTerms' },
  { path: 'Doc.PaymentPeriod', label: 'paymentPeriod', isNumber: true },
  { path: 'Doc.AccountName', label: 'accountName' },
  { path: 'Doc.AccountIBAN', label: 'iban' },
  { path: 'Doc.AccountBIC', label: 'bic' },
];

/** Of a company in a country. */
export function companyFields(country: string): readonly BaseField[] {
  return [
    { path: 'label', label: 'label', hint: 'label' },
    { path: 'AdrNr', label: 'houseNumber' },
    { path: 'TIN', label: 'tin', hint: 'tin' },
    ...(portalCountryOf(country).companyFields ?? []),
    ...DOC,
  ];
}

/** Of a location in a country. */
export function locationFields(country: string): readonly BaseField[] {
  return [
    { path: 'label', label: 'label', hint: 'label' },
    { path: 'AdrNr', label: 'houseNumber' },
    { path: 'State', label: 'state' },
    { path: 'TaxId', label: 'locationTaxId' },
    ...(portalCountryOf(country).locationFields ?? []),
  ];
}

/** Of a register. */
export const REGISTER_FIELDS: readonly BaseField[] = [
  { path: 'SW', label: 'software' },
  { path: 'SWVersion', label: 'softwareVersion' },
  { path: 'HW', label: 'hardware' },
  { path: 'HWModel', label: 'model' },
  { path: 'Serial', label: 'serial' },
];
