/** Belgian numbers with check digits: VAT number, establishment unit, national number of a person. */

/** External technician, and robots, kiosks and web shops, in the place of a national number. */
export const TECHNICIAN = '00000000097';
export const ROBOT = '00000000029';

/** Added in front of numbers of people born from 2000 on. */
const FROM_2000 = 2_000_000_000;

function check(value: number): number {
  return 97 - (value % 97);
}

/** A VAT number as FDMs have it: `BE` and ten digits; null for what is none. */
export function vatNumber(text: string): string | null {
  const [, digits] = /^(?:BE)?([01]\d{9})$/.exec(text.replace(/[\s.-]/g, '').toUpperCase()) ?? [];
  if (digits === undefined || check(Number(digits.slice(0, 8))) !== Number(digits.slice(8))) return null;
  return `BE${digits}`;
}

/** Number of an establishment unit, ten digits; null for what is none. */
export function unitNumber(text: string): string | null {
  const [, digits] = /^([2-8]\d{9})$/.exec(text.replace(/[\s.-]/g, '')) ?? [];
  return digits !== undefined && check(Number(digits.slice(0, 8))) === Number(digits.slice(8))
    ? digits
    : null;
}

/** National number of a person (INSZ, NISS), eleven digits; null for what is none. */
export function nationalNumber(text: string): string | null {
  const digits = text.replace(/[\s.\-/]/g, '');
  if (!/^\d{11}$/.test(digits)) return null;
  const [first, last] = [Number(digits.slice(0, 9)), Number(digits.slice(9))];
  return check(first) === last || check(FROM_2000 + first) === last ? digits : null;
}

/** Production number of a register of GKS 2.0: `C`, maker, model, number. */
export function isPosId(text: string): boolean {
  return /^C[A-Z]{3}\d{3}[A-Z\d]{7}$/.test(text);
}

/** Production number of a register of GKS 1: `A` (cash register) or `B` (PC), maker, certificate, number. */
export function isOldPosId(text: string): boolean {
  return /^[AB][A-Z\d]{3}\d{3}[A-Z\d]{7}$/.test(text);
}
