/** Personal identification numbers of Croatia (OIB): eleven digits, the last one by ISO 7064, MOD 11,10. */

/** Whether a text is an OIB with the right check digit. */
export function isOib(text: string): boolean {
  if (!/^[0-9]{11}$/.test(text)) return false;
  let rest = 10;
  for (const digit of text.slice(0, 10)) {
    const sum = (rest + Number(digit)) % 10 || 10;
    rest = (sum * 2) % 11;
  }
  return (11 - rest) % 10 === Number(text[10]);
}
