/** Day of the next year by which an annual receipt has to be checked (RKSV § 8). */
const LAST_DAY = '02-15';

/** How an annual receipt stands. */
export type AnnualState = 'checked' | 'due' | 'overdue';

/** The day by which the annual receipt of a year has to be checked. */
export function checkBy(year: string): string {
  return `${Number(year) + 1}-${LAST_DAY}`;
}

/** How the annual receipt of a year stands on a day. */
export function annualState(
  { year, checked }: { year: string; checked: string | null },
  today: string,
): AnnualState {
  if (checked !== null) return 'checked';
  return today > checkBy(year) ? 'overdue' : 'due';
}
