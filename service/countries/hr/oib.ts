/** Croatian tax numbers (OIB): eleven digits, the last one a check digit (ISO 7064, MOD 11,10). */

/** The number without blanks and the prefix HR of VAT numbers. */
export function bareOib(text: string): string {
  return text.replace(/\s+/g, '').replace(/^HR/i, '');
}

/** Whether these are eleven digits with the right check digit. */
export function isOib(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const rest = digits.slice(0, 10).reduce((product, digit) => {
    const sum = (product + digit) % 10 || 10;
    return (sum * 2) % 11;
  }, 10);
  return (11 - rest) % 10 === digits[10];
}
