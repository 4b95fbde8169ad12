/** A decimal number as text, e.g. `-12.30`. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * An amount with its currency, written the way of `locale`.
 *
 * The text goes to Intl as it is: an amount never becomes a binary number.
 * What is no decimal number, or has no real currency, is shown as it came.
 */
export function formatMoney(amount: string, currency: string, locale: string): string {
  if (!DECIMAL.test(amount)) return amount;
  const digits = amount.split('.')[1]?.length ?? 0;
  const options: Intl.NumberFormatOptions = {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  if (/^[A-Z]{3}$/.test(currency)) Object.assign(options, { style: 'currency', currency });
  return new Intl.NumberFormat(locale, options).format(amount as Intl.StringNumericLiteral);
}

/** A count, with the thousands marks of `locale`. */
export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(count);
}

/**
 * A decimal so many times, to the last digit.
 * @param amount decimal text such as `12.50`
 * @param count whole number of nought and more
 */
export function timesAmount(amount: string, count: number): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  const product = String(BigInt(amount.replace('.', '')) * BigInt(count)).padStart(digits + 1, '0');
  return digits === 0 ? product : `${product.slice(0, -digits)}.${product.slice(-digits)}`;
}
