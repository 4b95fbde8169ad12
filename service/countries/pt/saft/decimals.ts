/** Exact decimals of the file: quantities, unit prices, percentages. */

/** A decimal: value = `units` / 10^`scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** A fraction; `of` times `num` / `den` is meant exactly. */
export interface Ratio {
  num: bigint;
  den: bigint;
}

/** Decimals of a unit price, unless the quantity is so large that they do not reach. */
const PRICE_DIGITS = 6;
/** Decimals that numbers have at least. */
const LEAST_DIGITS = 2;

/** Reads a decimal text of the journal, such as `1.5` or `-3`. */
export function decimal(text: string): Decimal {
  const point = text.indexOf('.');
  if (point < 0) return { units: BigInt(text), scale: 0 };
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

/** Sum of two decimals. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: a.units * power(scale - a.scale) + b.units * power(scale - b.scale), scale };
}

/** Writes a decimal that is not negative, without zeros at the end beyond `digits` decimals. */
export function decimalText({ units, scale }: Decimal, digits = 0): string {
  const text = String(units).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text
    .slice(text.length - scale)
    .replace(/(?<!0)0+$/, '')
    .padEnd(digits, '0');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Writes a percentage: `23` becomes `23.00`. */
export function percentText(rate: string): string {
  return decimalText(decimal(rate), LEAST_DIGITS);
}

/** Share of the net amount in a gross amount at a percentage: 100 / (100 + rate). */
export function netRatio(rate: string): Ratio {
  const { units, scale } = decimal(rate);
  const hundred = 100n * power(scale);
  return { num: hundred, den: hundred + units };
}

/** Quotient rounded half away from zero; `den` is positive. */
export function roundedQuotient(num: bigint, den: bigint): bigint {
  const half = (2n * (num < 0n ? -num : num) + den) / (2n * den);
  return num < 0n ? -half : half;
}

/**
 * The price that times the quantity gives a line's amount, to half a cent.
 * @param exact the amount before it was rounded to cents, positive, as `cents` times a ratio
 * @param amount the line's amount in the file, cents
 */
export function unitPrice(cents: number, { num, den }: Ratio, amount: number, quantity: Decimal): string {
  const whole = power(quantity.scale);
  const sixDigits = power(PRICE_DIGITS - 2) * whole;
  const price = roundedQuotient(BigInt(cents) * num * sixDigits, den * quantity.units);
  if (reaches(price, PRICE_DIGITS, amount, quantity)) {
    return decimalText({ units: price, scale: PRICE_DIGITS }, LEAST_DIGITS);
  }
  // The line carries a rest of its tax group, or the quantity is large: the price follows the amount.
  for (let digits = PRICE_DIGITS; ; digits += 2) {
    const units = roundedQuotient(BigInt(amount) * power(digits - 2) * whole, quantity.units);
    if (reaches(units, digits, amount, quantity)) return decimalText({ units, scale: digits }, LEAST_DIGITS);
  }
}

/** True when price times quantity is the amount, to half a cent. */
function reaches(price: bigint, digits: number, amount: number, quantity: Decimal): boolean {
  const cent = power(digits - 2 + quantity.scale);
  const off = 2n * (price * quantity.units - BigInt(amount) * cent);
  return -cent <= off && off <= cent;
}

const POWERS: readonly bigint[] = Array.from({ length: 64 }, (_, i) => 10n ** BigInt(i));

function power(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}
