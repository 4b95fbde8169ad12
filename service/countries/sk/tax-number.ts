/** Slovak tax numbers: DIČ, ten digits, and IČ DPH, the same with `SK` before them, for who is registered for VAT. */
import { validate } from 'stdnum/lib/cjs/sk/dph.js';

/** The DIČ, without blanks and prefix. */
export function dicOf(text: string): string {
  return bare(text).replace(/^SK/, '');
}

/** The IČ DPH; null for a company that is not registered for VAT, whose number has no prefix. */
export function vatNumberOf(text: string): string | null {
  return bare(text).startsWith('SK') ? bare(text) : null;
}

/** Whether it has the form of one. */
export function isTaxNumber(text: string): boolean {
  return /^(?:SK)?\d{10}$/.test(bare(text));
}

/** Whether its check digit is right, however it is spelled. */
export function hasCheckDigit(text: string): boolean {
  return isTaxNumber(text) && validate(dicOf(text)).isValid;
}

function bare(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}
