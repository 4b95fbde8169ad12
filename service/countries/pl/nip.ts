/** Tax numbers of Polish companies (NIP): ten digits. */
import { validate } from 'stdnum/lib/cjs/pl/nip.js';
import type { Customer } from '../../receipt/tra.ts';

/** The digits without the prefix PL, blanks and dashes. */
export function bareNip(text: string): string {
  return text
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .replace(/^PL(?=\d)/, '');
}

/** Whether these are ten digits with the right check digit. */
export function isNip(text: string): boolean {
  return /^\d{10}$/.test(text) && validate(text).isValid;
}

/**
 * Whose number is printed on the receipt. Numbers of other countries are not.
 * @returns undefined for nobody, null for what is meant to be a NIP and is none
 */
export function buyerOf({ TaxId = '', Ctry = '' }: Customer): string | null | undefined {
  const number = bareNip(TaxId);
  if (number === '') return undefined;
  if (isNip(number)) return number;
  const isForeign = Ctry === '' ? /^(?!PL)[A-Z]{2}/.test(number) : !/^PL$/i.test(Ctry);
  return isForeign ? undefined : null;
}
