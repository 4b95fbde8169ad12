/** What a company is known by at the tax office (RKSV § 9): UID, tax number or GLN. */
import { validate as isRightUid } from 'stdnum/lib/cjs/at/uid.js';
import { validate as isRightGln } from 'stdnum/lib/cjs/gen/ean.js';

/** Without blanks, in capital letters. */
export function bareTaxId(taxId: string): string {
  return taxId.replace(/\s+/g, '').toUpperCase();
}

/** UID with its check digit, e.g. `ATU12345675`. */
export function isUid(taxId: string): boolean {
  const bare = bareTaxId(taxId);
  return /^ATU\d{8}$/.test(bare) && isRightUid(bare).isValid;
}

/** Tax number of nine digits, written as `12 345/6789` or `12-345/6789` or without anything between. Its form alone: AT24. */
export function isTaxNumber(taxId: string): boolean {
  return /^\d{2}-?\d{3}\/?\d{4}$/.test(bareTaxId(taxId));
}

/** GLN: thirteen digits with a check digit (GS1). */
export function isGln(taxId: string): boolean {
  const bare = bareTaxId(taxId);
  return /^\d{13}$/.test(bare) && isRightGln(bare).isValid;
}
