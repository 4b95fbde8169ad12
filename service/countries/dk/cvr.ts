/** CVR numbers of Danish companies. */

const WEIGHTS = [2, 7, 6, 5, 4, 3, 2, 1];

/** The CVR number in a VAT number: `DK 12 34 56 78` is `12345678`. */
export function cvrOf(taxId: string): string {
  return taxId.replace(/^DK/i, '').replace(/[\s.-]/g, '');
}

/** Eight digits. */
export function isCvr(number: string): boolean {
  return /^\d{8}$/.test(number);
}

/** Whether the check digit is right (modulus 11). */
export function hasCheckDigit(number: string): boolean {
  return WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(number[i]), 0) % 11 === 0;
}
