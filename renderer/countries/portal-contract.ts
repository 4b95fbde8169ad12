import type en from '../../resources/locales/portal-page/en.json';
import type { BaseField } from './base-field.ts';

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
