/** Finds national numbers of Belgians (INSZ, NISS) in texts: nobody may read them but the fiscal data module. */

/** Eleven digits, however they are divided. */
const ELEVEN = /(?<![\d.])(?:\d[ ./-]?){10}\d(?![\d])/g;

/** A day of birth and its check digits; months of people without one are 20 or 40 higher. */
function isNationalNumber(digits: string): boolean {
  const [month, day] = [Number(digits.slice(2, 4)) % 20, Number(digits.slice(4, 6))];
  if (month > 12 || day > 31) return false;
  const [first, check] = [Number(digits.slice(0, 9)), Number(digits.slice(9))];
  return 97 - (first % 97) === check || 97 - ((2_000_000_000 + first) % 97) === check;
}

/** A text with each of them masked. */
export function maskNationalNumbers(text: string, mask: string): string {
  return text.replace(ELEVEN, (found) => (isNationalNumber(found.replace(/\D/g, '')) ? mask : found));
}
