/** How German companies are known: VAT number (USt-IdNr., UStG § 27a) or business number (W-IdNr., AO § 139c). */
import { validate as isRightVat } from 'stdnum/lib/cjs/de/vat.js';

/**
 * Whether this is one of both, with the right check digit, however it is spelled: `DE` and
 * nine digits, for the W-IdNr. with the number of the activity behind a dash.
 */
export function isCompanyId(text: string): boolean {
  const [, number] = /^(DE\d{9})(?:-?\d{5})?$/.exec(text.replace(/\s+/g, '').toUpperCase()) ?? [];
  return number !== undefined && isRightVat(number).isValid;
}
