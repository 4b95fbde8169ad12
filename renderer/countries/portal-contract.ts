import type en from '../../resources/locales/portal-page/en.json';

/** A field of base data: where it stands, and what it is called. */
export interface BaseField {
  /** Names from the outside in: `Doc.AccountIBAN`. */
  path: string;
  label: keyof typeof en.base.field;
  hint?: keyof typeof en.base.hint;
  /** It is a number in the API. */
  isNumber?: boolean;
}

/** What the portal’s page offers for a country beyond what it does for all. */
export interface PortalCountry {
  /** Exports besides the journal. */
  exports?: readonly (keyof typeof en.export.types)[];
  /** Smallest version (1 to 40) of its QR codes. */
  leastQrVersion?: number;
  /** What it wants to know of a company (doc 3, Cmp). */
  companyFields?: readonly BaseField[];
  /** What it wants to know of a location (doc 3, Loc). */
  locationFields?: readonly BaseField[];
}
