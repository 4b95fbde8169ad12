/** French numbers of companies: VAT number, SIREN, SIRET, and the NAF code of what they do. */
import { validate as isRightSiret } from 'stdnum/lib/cjs/fr/siret.js';
import { validate as isRightTva } from 'stdnum/lib/cjs/fr/tva.js';

/** A number without blanks and in upper case. */
export function bareTaxId(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/** Whether this is a French VAT number with the right key (CGI art. 286 ter). */
export function isVatNumber(text: string): boolean {
  const bare = bareTaxId(text);
  return /^FR[\dA-Z]{2}\d{9}$/.test(bare) && isRightTva(bare).isValid;
}

/** Whether these are 14 digits with the right check digit. */
export function isSiret(text: string): boolean {
  const bare = bareTaxId(text);
  return /^\d{14}$/.test(bare) && isRightSiret(bare).isValid;
}

/** Whether this looks like a NAF code: `5610A` or `56.10A`. */
export function isNaf(text: string): boolean {
  return /^\d{2}\.?\d{2}[A-Z]$/.test(bareTaxId(text));
}
