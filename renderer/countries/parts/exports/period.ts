import { daysOfMonth, formatDay, formatMonth } from '../../../format/day.ts';

/** A period in words: the month where it is one, else first and last day. */
export function formatPeriod({ from, till }: { from: string; till: string }, locale: string): string {
  const month = from.slice(0, 7);
  const whole = daysOfMonth(month);
  if (whole.from === from && whole.till === till) return formatMonth(month, locale);
  return `${formatDay(from, locale)} – ${formatDay(till, locale)}`;
}

/** What is wrong with a period: a key under `fiscal.exports.period`. */
export type PeriodProblem = 'missing' | 'order' | 'future';

/** What is wrong with a period that was filled in, null when nothing is. */
export function periodProblem(from: string, till: string, today: string): PeriodProblem | null {
  if (from === '' || till === '') return 'missing';
  if (from > till) return 'order';
  return from > today ? 'future' : null;
}

/** What is wrong with each day of a period, null for nothing. Of what is missing each day is marked. */
export function dayProblems(
  from: string,
  till: string,
  today: string,
): Record<'from' | 'till', PeriodProblem | null> {
  const problem = periodProblem(from, till, today);
  if (problem === 'missing')
    return { from: from === '' ? problem : null, till: till === '' ? problem : null };
  return problem === 'order' ? { from: null, till: problem } : { from: problem, till: null };
}
