/** Amounts of an export: exact, in hundred-thousandths, which are the decimals that there is room for. */

const DIGITS = 5;

/** Reads `-12,30`; 0 for what is no number, which the reader of the file has found already. */
export function units(text: string): number {
  const form = /^(-?)(\d{1,11})(?:,(\d{1,5}))?$/.exec(text);
  if (!form) return 0;
  const [, sign, whole, fraction = ''] = form;
  const value = Number(whole! + fraction.padEnd(DIGITS, '0'));
  return sign === '-' ? -value : value;
}

/** Writes units for people: `-12.30`. */
export function shown(value: number): string {
  const digits = String(Math.abs(value)).padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0{1,3}$/, '');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -DIGITS)}.${fraction}`;
}

/** Sums of three amounts that belong together. */
export interface Sum {
  gross: number;
  net: number;
  tax: number;
}

/** Adds to the sum of a name. */
export function add(sums: Map<string, Sum>, name: string, { gross, net, tax }: Sum): void {
  const sum = sums.get(name);
  if (sum) {
    sum.gross += gross;
    sum.net += net;
    sum.tax += tax;
  } else sums.set(name, { gross, net, tax });
}

/** Adds to the amount of a name. */
export function addAmount(sums: Map<string, number>, name: string, amount: number): void {
  sums.set(name, (sums.get(name) ?? 0) + amount);
}

/** The first difference between two groups of sums in words; null when they are the same. A sum of nothing may be missing. */
export function difference(is: ReadonlyMap<string, Sum>, expected: ReadonlyMap<string, Sum>): string | null {
  const none: Sum = { gross: 0, net: 0, tax: 0 };
  for (const name of new Set([...is.keys(), ...expected.keys()])) {
    const [a, b] = [is.get(name) ?? none, expected.get(name) ?? none];
    for (const part of ['gross', 'net', 'tax'] as const)
      if (a[part] !== b[part]) return `${name}: ${part} ${shown(a[part])}, not ${shown(b[part])}`;
  }
  return null;
}
