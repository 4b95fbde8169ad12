/** Croatian tax numbers (OIB): eleven digits, the last one a check digit (ISO 7064, MOD 11,10). */
import { validate } from 'stdnum/lib/cjs/hr/oib.js';

/** The number without blanks and the prefix HR of VAT numbers. */
export function bareOib(text: string): string {
  return text.replace(/\s+/g, '').replace(/^HR/i, '');
}

/** Whether these are eleven digits with the right check digit. */
export function isOib(text: string): boolean {
  return /^\d{11}$/.test(text) && validate(text).isValid;
}
