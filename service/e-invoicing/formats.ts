/** The forms of an electronic invoice that can be made. */

/** A form. */
export interface InvoiceFormat {
  /** As settings name it. */
  name: string;
  syntax: 'UBL' | 'CII';
  /** BT-24: the rules it keeps. */
  customization: string;
  /** Rules beyond those of EN 16931. */
  rules: 'none' | 'peppol' | 'xrechnung';
  /** It is handed over as a PDF file with the XML inside. */
  isPdf: boolean;
}

/**
 * Whether an invoice has to keep the rules of XRechnung: Peppol asks them of invoices between Germans, too
 * (BIS Billing 3.0.21, DE-R-001 to DE-R-025), under names of its own.
 */
export function isByGermanRules(rules: InvoiceFormat['rules'], seller: string, buyer: string): boolean {
  return rules === 'xrechnung' || (rules === 'peppol' && seller === 'DE' && buyer === 'DE');
}

/** BT-23 where a profile wants one: an invoice without an order before. */
export const BUSINESS_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

const EN16931 = 'urn:cen.eu:en16931:2017';
const XRECHNUNG = `${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
const PEPPOL = `${EN16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`;

/** All forms, by name. Factur-X and ZUGFeRD of the profile EN 16931 have no identifier of their own. */
export const FORMATS: ReadonlyMap<string, InvoiceFormat> = new Map(
  (
    [
      { name: 'ubl', syntax: 'UBL', customization: EN16931, rules: 'none', isPdf: false },
      { name: 'cii', syntax: 'CII', customization: EN16931, rules: 'none', isPdf: false },
      { name: 'peppol', syntax: 'UBL', customization: PEPPOL, rules: 'peppol', isPdf: false },
      { name: 'xrechnung', syntax: 'UBL', customization: XRECHNUNG, rules: 'xrechnung', isPdf: false },
      { name: 'xrechnung-cii', syntax: 'CII', customization: XRECHNUNG, rules: 'xrechnung', isPdf: false },
      { name: 'factur-x', syntax: 'CII', customization: EN16931, rules: 'none', isPdf: true },
    ] as const
  ).map((format) => [format.name, format]),
);
