/** How Italian printers write numbers. */

/** An amount in cents that is not negative: `1234,56`. */
export function amountText(cents: number): string {
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}

/** A number of a day or document: `0012`. */
export function four(n: number): string {
  return String(n).padStart(4, '0');
}
