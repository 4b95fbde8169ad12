/** Two decimal texts that say the same: `16`, `16.0`. */
export function sameRate(one: string, other: string): boolean {
  return Number(one) === Number(other);
}

/** A percentage as it was typed, as decimal text; null when it is none, or none that a tax could have. */
export function readRate(text: string): string | null {
  const parts = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s%]/g, ''));
  if (parts === null) return null;
  const fraction = (parts[2] ?? '').replace(/(?<!0)0+$/, '');
  const whole = String(Number(parts[1]));
  const rate = fraction === '' ? whole : `${whole}.${fraction}`;
  return Number(rate) > 0 && Number(rate) < 100 ? rate : null;
}
