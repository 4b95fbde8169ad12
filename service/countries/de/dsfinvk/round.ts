/** Exact division of whole numbers. */

/** Size without sign. */
export function size(n: bigint): bigint {
  return n < 0n ? -n : n;
}

/** Quotient rounded half away from zero. */
export function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const [n, d] = [size(numerator), size(denominator)];
  const rounded = (2n * n + d) / (2n * d);
  return numerator < 0n !== denominator < 0n ? -rounded : rounded;
}
