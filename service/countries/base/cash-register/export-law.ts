/** What a country's SAF-T Cash Register has of its own. */
import type { Cfg } from '../../../receipt/cfg.ts';
import { groupOfLine } from '../tax-groups.ts';
import { bounded } from './texts.ts';

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

/**
 * `vatCode` of a tax: the group that the head of the file describes. A group that a POS made up is the
 * one of its percentage.
 */
export function taxCode(group: string, rate: string, { taxes }: ExportLaw): string {
  // As nearly all are.
  if (taxes.some((each) => each.group === group && each.rate === rate)) return group;
  return groupOfLine({ _: 'Tax', TaxG: group, Prc: rate }, taxes)?.group ?? bounded(group, 20);
}
