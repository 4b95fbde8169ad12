/**
 * Money as whole minor units (cents) in safe integers, rates as exact decimals.
 * No amount ever passes through a binary fraction.
 */

/** Amounts have at most this many digits before the point, so that sums stay exact integers. */
export const MAX_WHOLE_DIGITS = 11;
/** Sums over receipts have what exact integers hold. */
const MAX_SUM_DIGITS = 16;
/** Digits behind the point that are looked at. */
const MAX_FRACTION_DIGITS = 20;
const ZERO = '0'.charCodeAt(0);
const POINT = '.'.charCodeAt(0);
const RATE_SCALE = 6;

/** Result of {@link readAmount}: minor units, or why the text is no amount. */
export type AmountResult = { minor: number } | { error: 'type' | 'precision' };

/**
 * Reads a decimal text such as `12.3`, `-5`, `8.380` as minor units. Digit by digit:
 * every amount of a receipt is read many times, and a regular expression takes longer.
 * @param digits fraction digits of the currency (2 for EUR)
 */
export function readAmount(text: string, digits: number): AmountResult {
  return read(text, digits, MAX_WHOLE_DIGITS);
}

function read(text: string, digits: number, most: number): AmountResult {
  const negative = text.startsWith('-');
  const start = negative || text.startsWith('+') ? 1 : 0;
  let minor = 0;
  /** Digits before the point, leading zeros left out. */
  let whole = 0;
  /** Digits behind the point; null before it. */
  let fraction: number | null = null;
  let isCut = false;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT && fraction === null && i > start) {
      fraction = 0;
      continue;
    }
    const digit = code - ZERO;
    if (digit < 0 || digit > 9) return { error: 'type' };
    if (fraction !== null && ++fraction > digits) {
      isCut ||= digit > 0;
      continue;
    }
    if (fraction === null && (whole > 0 || digit > 0)) whole++;
    if (whole > most) return { error: 'type' };
    minor = minor * 10 + digit;
  }
  if (text.length === start || fraction === 0 || (fraction ?? 0) > MAX_FRACTION_DIGITS)
    return { error: 'type' };
  if (isCut) return { error: 'precision' };
  for (let i = fraction ?? 0; i < digits; i++) minor *= 10;
  return { minor: negative && minor !== 0 ? -minor : minor };
}

/** Minor units of a text that is known to be an amount; undefined counts as 0. */
export function minor(text: string | undefined, digits: number): number {
  if (text === undefined) return 0;
  const r = readAmount(text, digits);
  if ('error' in r) throw new Error(`not an amount: ${text}`);
  return r.minor;
}

/** Minor units of a sum over many receipts, which may be more than the amount of one. */
export function sumMinor(text: string | undefined, digits: number): number {
  if (text === undefined) return 0;
  const r = read(text, digits, MAX_SUM_DIGITS);
  if ('error' in r || !Number.isSafeInteger(r.minor)) throw new Error(`not a sum: ${text}`);
  return r.minor;
}

/** Writes minor units with the currency's digits: 1230 becomes `12.30`. */
export function amountText(minorUnits: number, digits: number): string {
  const sign = minorUnits < 0 ? '-' : '';
  const all = Math.abs(minorUnits);
  if (digits === 0) return `${sign}${all}`;
  // Whole numbers all the way: exact.
  const rest = all % 10 ** digits;
  return `${sign}${(all - rest) / 10 ** digits}.${String(rest).padStart(digits, '0')}`;
}

/**
 * A decimal text in its shortest form: `+23.00` becomes `23`, `-0.50` becomes `-0.5`.
 * Null when the text is no plain decimal of sensible length.
 */
export function decimalText(text: string): string | null {
  const m = /^([+-]?)(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text);
  if (!m) return null;
  const [, sign, digits = '', decimals = ''] = m;
  // Nearly all are in their shortest form already.
  const whole = digits.startsWith('0') ? digits.replace(/^0+(?=\d)/, '') : digits;
  const fraction = decimals.endsWith('0') ? decimals.replace(/(?<!0)0+$/, '') : decimals;
  const value = fraction ? `${whole}.${fraction}` : whole;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** Digits behind the point that quantities and unit prices keep. */
const MAX_DECIMALS = 15;

/**
 * A decimal text as {@link decimalText} writes it, rounded to what is kept: programs that count in binary
 * fractions send a third as `0.3333333333333333`, and a tenth and two as `0.30000000000000004`.
 */
export function roundedDecimal(text: string): string | null {
  const m = /^([+-]?\d+)\.(\d+)$/.exec(text);
  const [, whole = '', fraction = ''] = m ?? [];
  if (fraction.length <= MAX_DECIMALS) return decimalText(text);
  const kept = BigInt(whole.replace(/^[+-]/, '') + fraction.slice(0, MAX_DECIMALS));
  const rounded = String(kept + (fraction.charCodeAt(MAX_DECIMALS) >= ZERO + 5 ? 1n : 0n));
  const digits = rounded.padStart(MAX_DECIMALS + 1, '0');
  const sign = whole.startsWith('-') ? '-' : '';
  return decimalText(`${sign}${digits.slice(0, -MAX_DECIMALS)}.${digits.slice(-MAX_DECIMALS)}`);
}

/** A number of JSON as decimal text; without an exponent, unless it is one too large for any field. */
export function numberText(value: number): string {
  const text = String(value);
  const m = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
  if (!m) return text;
  const [, sign = '', whole = '', fraction = '', zeros] = m;
  return `${sign}0.${'0'.repeat(Number(zeros) - 1)}${whole}${fraction}`;
}

/** An exact decimal as integer and power of ten: value = `units` / 10^`scale`. */
function exact(text: string): { units: bigint; scale: number } {
  const [whole = '0', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/** Quotient rounded half away from zero, so that a negated sale gives negated results. */
function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const q = (2n * n + d) / (2n * d);
  return negative ? -q : q;
}

/** Doubles hold whole numbers of so many digits exactly, and take a tenth of a bigint's time. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, n) => Number(10n ** BigInt(n)));

/** {@link exact} of a text of at most {@link EXACT_DIGITS} characters. */
function exactShort(text: string): { units: number; scale: number } {
  const point = text.indexOf('.');
  if (point < 0) return { units: Number(text), scale: 0 };
  return { units: Number(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

/** {@link divideRounded} of whole numbers that are exact. */
function divideShort(numerator: number, denominator: number): number {
  const n = Math.abs(numerator);
  const rest = n % denominator;
  const q = (n - rest) / denominator + (2 * rest >= denominator ? 1 : 0);
  return numerator < 0 && q !== 0 ? -q : q;
}

/** A percentage such as `23` or `5.5` in millionths, for {@link taxInGross} and {@link taxOnNet}. */
function rateUnits(rate: string): bigint {
  const r = exact(rate);
  return r.scale <= RATE_SCALE
    ? r.units * 10n ** BigInt(RATE_SCALE - r.scale)
    : divideRounded(r.units, 10n ** BigInt(r.scale - RATE_SCALE));
}

/** {@link rateUnits} of a percentage that is as short as real ones are; else not a number. */
function shortRate(rate: string): number {
  if (rate.length + RATE_SCALE > EXACT_DIGITS) return Number.NaN;
  const r = exactShort(rate);
  return r.scale <= RATE_SCALE ? r.units * POWERS[RATE_SCALE - r.scale]! : Number.NaN;
}

const HUNDRED = 100n * 10n ** BigInt(RATE_SCALE);
const SHORT_HUNDRED = Number(HUNDRED);

/** Tax contained in a gross amount at a percentage, rounded half up. Minor units. */
export function taxInGross(gross: number, rate: string): number {
  const short = shortRate(rate);
  if (Number.isSafeInteger(gross * short)) return divideShort(gross * short, SHORT_HUNDRED + short);
  const r = rateUnits(rate);
  return Number(divideRounded(BigInt(gross) * r, HUNDRED + r));
}

/** Tax to be added to a net amount at a percentage, rounded half up. Minor units. */
export function taxOnNet(net: number, rate: string): number {
  const short = shortRate(rate);
  if (Number.isSafeInteger(net * short)) return divideShort(net * short, SHORT_HUNDRED);
  return Number(divideRounded(BigInt(net) * rateUnits(rate), HUNDRED));
}

/** Product of a quantity and a unit price (decimal texts) in minor units, rounded half up. */
export function quantityTimesPrice(quantity: string, price: string, digits: number): number {
  if (quantity.length + price.length + digits <= EXACT_DIGITS) {
    const [q, p] = [exactShort(quantity), exactShort(price)];
    const [scale, units] = [q.scale + p.scale, q.units * p.units];
    const [over, under] =
      scale <= digits ? [units * POWERS[digits - scale]!, 1] : [units, POWERS[scale - digits]!];
    if (Number.isSafeInteger(over)) return divideShort(over, under);
  }
  const q = exact(quantity);
  const p = exact(price);
  const scale = q.scale + p.scale;
  const units = q.units * p.units;
  return Number(
    scale <= digits
      ? units * 10n ** BigInt(digits - scale)
      : divideRounded(units, 10n ** BigInt(scale - digits)),
  );
}

/**
 * Splits an amount in proportion to weights, exact to the unit: every share is
 * rounded towards zero first, the rest goes to the largest remainders, ties to
 * the earlier one. Weights that cancel each other have shares that do. All weight
 * on the first when the weights sum to zero.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((a, b) => a + b, 0);
  if (total === 0) return weights.map((_, i) => (i === 0 ? amount : 0));
  const t = BigInt(Math.abs(total));
  const sign = total < 0 ? -1n : 1n;
  const parts = weights.map((w, index) => {
    const exactPart = BigInt(amount) * BigInt(w) * sign;
    return { index, share: exactPart / t, rest: exactPart % t };
  });
  let left = BigInt(amount) - parts.reduce((sum, p) => sum + p.share, 0n);
  if (left === 0n) return parts.map((p) => Number(p.share));
  const step = left < 0n ? -1n : 1n;
  // Only remainders that point the way of the missing units may take one.
  const fits = ({ rest }: { rest: bigint }) => (rest * step > 0n ? rest * step : 0n);
  const { alone, unlike } = uncancelled(weights);
  const order = parts
    .filter(({ index }) => alone.has(index))
    .sort((a, b) => {
      const [fitsA, fitsB] = [fits(a), fits(b)];
      const likeness = Number(fitsB > 0n && unlike.has(b.index)) - Number(fitsA > 0n && unlike.has(a.index));
      if (likeness !== 0) return likeness;
      return fitsA === fitsB ? a.index - b.index : fitsA > fitsB ? -1 : 1;
    });
  for (let i = 0; left !== 0n; i = (i + 1) % order.length) {
    order[i]!.share += step;
    left -= step;
  }
  return parts.map((p) => Number(p.share));
}

/**
 * Indexes of the weights that are left when opposite ones have cancelled each
 * other, and those among them that are unlike all that have: of three articles
 * for 10.00 and one taken back nobody knows which one it was.
 */
function uncancelled(weights: readonly number[]): { alone: Set<number>; unlike: Set<number> } {
  const byWeight = new Map<number, number[]>();
  weights.forEach((weight, index) => {
    if (byWeight.get(-weight)?.pop() !== undefined) return;
    const same = byWeight.get(weight);
    if (same) same.push(index);
    else byWeight.set(weight, [index]);
  });
  const all = new Set(weights);
  const alone = new Set([...byWeight.values()].flat());
  const unlike = new Set([...alone].filter((index) => !all.has(-weights[index]!)));
  return { alone, unlike };
}

/** A decimal text with the opposite sign; its digits stay: `-1.50` for `1.50`. */
export function negatedDecimal(text: string): string {
  if (text.startsWith('-')) return text.slice(1);
  return /[1-9]/.test(text) ? `-${text}` : text;
}

/** Sum of two decimal texts, in its shortest form. */
export function addDecimals(a: string, b: string): string {
  const [x, y] = [exact(a), exact(b)];
  const scale = Math.max(x.scale, y.scale);
  const units = x.units * 10n ** BigInt(scale - x.scale) + y.units * 10n ** BigInt(scale - y.scale);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/(?<!0)0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Compares two decimal texts by value. */
export function sameDecimal(a: string, b: string): boolean {
  return decimalText(a) !== null && decimalText(a) === decimalText(b);
}
