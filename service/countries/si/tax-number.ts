/** Slovenian tax numbers (davčna številka): eight digits, the last one a check digit (modulus 11). */
import { validate } from 'stdnum/lib/cjs/si/ddv.js';

/** The number without blanks and the prefix SI of VAT numbers. */
export function bareTaxNumber(text: string): string {
  return text.replace(/\s+/g, '').replace(/^SI/i, '');
}

/** Whether these are eight digits with the right check digit. */
export function isTaxNumber(text: string): boolean {
  return /^[1-9]\d{7}$/.test(text) && validate(text).isValid;
}
