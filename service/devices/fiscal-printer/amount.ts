/** Amounts and quantities of orders as texts with a point. */

/** Hundredths as text, `1499.00`, `-2.00`. */
export function amountText(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Hundredths of a quantity (decimal text) at a price in hundredths, rounded half up. */
export function worth(quantity: string, price: number): number {
  const [whole = '0', part = ''] = quantity.split('.');
  const scale = 10n ** BigInt(part.length);
  return Number((2n * BigInt(whole + part) * BigInt(price) + scale) / (2n * scale));
}
