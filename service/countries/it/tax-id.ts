/** Italian customers on a receipt: companies by their VAT number, people by their tax code. */
import { validate as isRightCode } from 'stdnum/lib/cjs/it/codicefiscale.js';
import { validate as isRightVat } from 'stdnum/lib/cjs/it/iva.js';
import type { Customer } from '../../receipt/tra.ts';
import type { Order } from '../contract/fiscal-printer.ts';

/** The number without blanks and the prefix IT of VAT numbers. */
export function bareTaxId(text: string): string {
  const bare = text.replace(/\s+/g, '').toUpperCase();
  return /^IT\d{11}$/.test(bare) ? bare.slice(2) : bare;
}

/** Whether these are eleven digits with the right check digit (partita IVA). */
export function isVatNumber(text: string): boolean {
  return /^\d{11}$/.test(text) && isRightVat(text).isValid;
}

/** Whether this is a tax code of a person (codice fiscale) with the right check letter. */
function isTaxCode(text: string): boolean {
  return /^[A-Z\d]{16}$/.test(text) && isRightCode(text).isValid;
}

/**
 * Who buys, as the printer prints it. Numbers of other countries are no business of the printer.
 * @returns undefined for nobody, null for what is meant to be an Italian number and is none
 */
export function customerOf({ TaxId = '', Ctry = '' }: Customer): Order['customer'] | null {
  const number = bareTaxId(TaxId);
  if (isVatNumber(number)) return { kind: 'company', number };
  if (isTaxCode(number)) return { kind: 'person', number };
  const isForeign =
    Ctry === '' ? /^(?!IT)[A-Z]{2}/.test(number) && number.length !== 16 : !/^IT$/i.test(Ctry);
  return number === '' || isForeign ? undefined : null;
}
