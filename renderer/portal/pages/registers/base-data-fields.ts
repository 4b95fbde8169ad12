import type en from '../../../../resources/locales/portal-page/en.json';

/** A field of base data: where it stands, and what it is called. */
export interface BaseField {
  /** Names from the outside in: `Doc.AccountIBAN`. */
  path: string;
  label: keyof typeof en.base.field;
  hint?: keyof typeof en.base.hint;
  /** It is a number in the API. */
  isNumber?: boolean;
}

const doc: readonly BaseField[] = [
  { path: 'Doc.ContactName', label: 'contactName', hint: 'doc' },
  { path: 'Doc.ContactTelephone', label: 'contactPhone' },
  { path: 'Doc.ContactElectronicMail', label: 'contactEmail' },
  { path: 'Doc.PaymentTerms', label: 'paymentTerms' },
  { path: 'Doc.PaymentPeriod', label: 'paymentPeriod', isNumber: true },
  { path: 'Doc.AccountName', label: 'accountName' },
  { path: 'Doc.AccountIBAN', label: 'iban' },
  { path: 'Doc.AccountBIC', label: 'bic' },
];

/** What single countries want to know of a company (doc 3, Cmp). */
const companyFieldsOf: Readonly<Record<string, readonly BaseField[]>> = {
  FR: [
    { path: 'FR_NAF', label: 'naf' },
    { path: 'FR_SRN', label: 'siren' },
    { path: 'FR_RCS', label: 'rcs' },
    { path: 'FR_TYPE', label: 'legalForm' },
    { path: 'FR_CAPITAL', label: 'capital' },
    { path: 'FR_METIER', label: 'trade' },
  ],
  SE: [{ path: 'Org', label: 'org', hint: 'org' }],
};

/** Of a company in a country. */
export function companyFields(country: string): readonly BaseField[] {
  return [
    { path: 'label', label: 'label', hint: 'label' },
    { path: 'AdrNr', label: 'houseNumber' },
    { path: 'TIN', label: 'tin', hint: 'tin' },
    ...(companyFieldsOf[country] ?? []),
    ...doc,
  ];
}

/** What single countries want to know of a location (doc 3, Loc). */
const locationFieldsOf: Readonly<Record<string, readonly BaseField[]>> = {
  FR: [{ path: 'FR_SIR', label: 'siret' }],
  PT: [{ path: 'TaxGR', label: 'taxRegion', hint: 'taxRegion' }],
};

/** Of a location in a country. */
export function locationFields(country: string): readonly BaseField[] {
  return [
    { path: 'label', label: 'label', hint: 'label' },
    { path: 'AdrNr', label: 'houseNumber' },
    { path: 'State', label: 'state' },
    { path: 'TaxId', label: 'locationTaxId' },
    ...(locationFieldsOf[country] ?? []),
  ];
}

/** Of a register. */
export const registerFields: readonly BaseField[] = [
  { path: 'SW', label: 'software' },
  { path: 'SWVersion', label: 'softwareVersion' },
  { path: 'HW', label: 'hardware' },
  { path: 'HWModel', label: 'model' },
  { path: 'Serial', label: 'serial' },
];
