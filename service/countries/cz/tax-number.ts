/** Czech tax numbers (DIČ, EIČ of EET 2.0): `CZ` and eight to ten digits. */
import { validate } from 'stdnum/lib/cjs/cz/dic.js';

/** In capital letters, without blanks and with its prefix. */
export function taxNumberOf(text: string): string {
  const bare = text.replace(/\s+/g, '').toUpperCase();
  return bare.startsWith('CZ') ? bare : `CZ${bare}`;
}

/** Whether it has the form of one. */
export function isTaxNumber(text: string): boolean {
  return /^CZ\d{8,10}$/.test(text);
}

/** Whether its check digits are right, however it is spelled. Those of people are their birth numbers. */
export function hasCheckDigit(text: string): boolean {
  return validate(taxNumberOf(text)).isValid;
}
