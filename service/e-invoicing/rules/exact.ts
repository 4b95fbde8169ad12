/** Exact decimals for the check of the rules: millionths as big integers, apart from the code that makes invoices. */

const SCALE = 6;

/** A decimal text in millionths; null for what is none. An empty text is nothing: 0. */
export function exact(text: string): bigint | null {
  if (text === '') return 0n;
  const m = /^(-?)(\d{1,18})(?:\.(\d{1,6}))?$/.exec(text);
  if (!m) return null;
  const units = BigInt(m[2]! + (m[3] ?? '').padEnd(SCALE, '0'));
  return m[1] === '-' ? -units : units;
}

/** Product of two such numbers, in millionths, rounded half away from zero. */
export function times(a: bigint, b: bigint): bigint {
  return dividedBy(a * b, 10n ** BigInt(SCALE));
}

/** Quotient rounded half away from zero. */
export function dividedBy(a: bigint, b: bigint): bigint {
  const isNegative = a < 0n !== b < 0n;
  const [n, d] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const q = (2n * n + d) / (2n * d);
  return isNegative ? -q : q;
}

/** Absolute value. */
export function size(a: bigint): bigint {
  return a < 0n ? -a : a;
}

/** One, and a hundred. */
export const ONE = 10n ** BigInt(SCALE);
export const HUNDRED = 100n * ONE;
