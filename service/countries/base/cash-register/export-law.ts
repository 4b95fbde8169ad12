/** What a country's SAF-T Cash Register has of its own. */
import type { Cfg } from '../../../receipt/cfg.ts';

/** A tax group as the file describes it. */
export interface ExportedTax {
  group: string;
  rate: string;
  /** The authority's standard code. */
  code: string;
  text: string;
}

/** See above. */
export interface ExportLaw {
  country: string;
  namespace: string;
  version: string;
  currency: string;
  taxes: readonly ExportedTax[];
  company: (cfg: Cfg) => string;
  /** VAT registration number; empty without. */
  vatNumber: (cfg: Cfg) => string;
  /** What is paid back has a minus in the amounts of transactions. */
  hasMinus: boolean;
  /** The sales of a report are less what was returned. */
  isNet: boolean;
  /** Each transaction carries the certificate of its key. */
  hasCertificate: boolean;
}
