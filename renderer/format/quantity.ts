/** A percentage, given as decimal text, the way of the language. */
export function formatPercent(percent: string, locale: string): string {
  if (!/^\d+(\.\d+)?$/.test(percent)) return percent;
  // As a unit: the style for percentages would want a fraction, and 0.06 is no decimal number to a computer.
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 4,
  }).format(percent as Intl.StringNumericLiteral);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Size of a file, in the unit that makes a short number. */
export function formatSize(bytes: number, locale: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

/** A unit of time, as `Intl` calls it. */
export type TimeUnit = 'millisecond' | 'second' | 'minute' | 'day';

/** A number of units of time, such as `86,400 seconds`. */
export function formatTimes(count: number, unit: TimeUnit, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
