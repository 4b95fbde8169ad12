/** CVR numbers of Danish companies. */

const WEIGHTS = [2, 7, 6, 5, 4, 3, 2, 1];

/** The CVR number in a VAT number: `DK 12 34 56 78` is `12345678`. */
export function cvrOf(taxId: string): string {
  return taxId.replace(/[\s.-]/g, '').replace(/^DK/i, '');
}

/** Eight digits. */
export function isCvr(number: string): boolean {
  return /^\d{8}$/.test(number);
}

/** Whether the check digit is right (modulus 11). */
export function hasCheckDigit(number: string): boolean {
  return WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(number[i]), 0) % 11 === 0;
}

/** Whether a VAT number holds a CVR number with the right check digit. */
export function isCompanyId(taxId: string): boolean {
  const number = cvrOf(taxId);
  return isCvr(number) && hasCheckDigit(number);
}
