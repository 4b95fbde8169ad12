import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';

/** Days of an export. */
export interface Days {
  from: string;
  till: string;
}

/** Everything from the start receipt on; null before it. */
export function wholePeriod({ start }: AustriaOverview, today: string): Days | null {
  return start === null ? null : { from: start.time.slice(0, 10), till: today };
}

/**
 * What is not saved yet; null before the start receipt. Begins with the last day
 * that is saved: it may have gone on after the export.
 */
export function newPeriod(overview: AustriaOverview, today: string): Days | null {
  const whole = wholePeriod(overview, today);
  return whole === null ? null : { ...whole, from: overview.dep.till ?? whole.from };
}
