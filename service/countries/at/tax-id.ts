/** What a company is known by at the tax office (RKSV § 9): UID, tax number or GLN. */

/** Without blanks, in capital letters. */
export function bareTaxId(taxId: string): string {
  return taxId.replace(/\s+/g, '').toUpperCase();
}

/** UID with its check digit, e.g. `ATU12345675`. */
export function isUid(taxId: string): boolean {
  const digits = /^ATU(\d{8})$/.exec(bareTaxId(taxId))?.[1];
  if (digits === undefined) return false;
  const values = [...digits].map(Number);
  const sum = values.slice(0, 7).reduce((total, digit, i) => {
    const product = i % 2 === 0 ? digit : digit * 2;
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - ((sum + 4) % 10)) % 10 === values[7];
}

/** Tax number of nine digits, written as `12 345/6789` or `12-345/6789` or without anything between. */
export function isTaxNumber(taxId: string): boolean {
  return /^\d{2}-?\d{3}\/?\d{4}$/.test(bareTaxId(taxId));
}

/** GLN: thirteen digits with a check digit (GS1). */
export function isGln(taxId: string): boolean {
  const bare = bareTaxId(taxId);
  if (!/^\d{13}$/.test(bare)) return false;
  const sum = [...bare].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
