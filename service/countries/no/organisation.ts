/** Organisation numbers of Norwegian companies. */

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2, 1];

/** The number in a VAT number: `NO 999 999 999 MVA` is `999999999`. */
export function organisationOf(taxId: string): string {
  return taxId
    .replace(/[\s.-]/g, '')
    .replace(/^NO/i, '')
    .replace(/MVA$/i, '');
}

/** Whether the company says that it is in the register of VAT. */
export function isVatRegistered(taxId: string): boolean {
  return /MVA\s*$/i.test(taxId);
}

/** Nine digits. */
export function isOrganisation(number: string): boolean {
  return /^\d{9}$/.test(number);
}

/** Whether the check digit is right (modulus 11). */
export function hasCheckDigit(number: string): boolean {
  return WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(number[i]), 0) % 11 === 0;
}

/** Whether a VAT number holds an organisation number with the right check digit. */
export function isCompanyId(taxId: string): boolean {
  const number = organisationOf(taxId);
  return isOrganisation(number) && hasCheckDigit(number);
}
