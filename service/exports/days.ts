/** The period of an export: days as asked for, and which ones when they are left out. */
import { issue, type Issue } from '../receipt/issue.ts';
import { isDate } from '../receipt/time.ts';

/** First and last day, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  till: string;
}

/**
 * Reads the period of an export. Without days it is the calendar month before
 * this one; `from` alone goes on till today, `till` alone begins with its month.
 * @param today `YYYY-MM-DD`
 */
export function readDays(
  asked: { from?: string | undefined; till?: string | undefined },
  today: string,
): Days | { issues: Issue[] } {
  const issues = (['from', 'till'] as const)
    .filter((name) => asked[name] !== undefined && !isDate(asked[name]))
    .map((name) => issue('#EXPORT_PERIOD', name, 'must be an existing day YYYY-MM-DD'));
  if (issues.length > 0) return { issues };
  const days = withDefaults(asked.from, asked.till, today);
  if (days.from <= days.till) return days;
  return { issues: [issue('#EXPORT_PERIOD', 'from', `${days.from} is later than till, ${days.till}`)] };
}

/** From the earliest to the latest of some days; they may come with a time (`YYYY-MM-DDThh:mm:ss`). */
export function daysAround(times: readonly [string, ...string[]]): Days {
  const days = times.map((at) => at.slice(0, 10)).sort();
  return { from: days[0]!, till: days.at(-1)! };
}

function withDefaults(from: string | undefined, till: string | undefined, today: string): Days {
  if (from !== undefined) return { from, till: till ?? today };
  if (till !== undefined) return { from: `${till.slice(0, 7)}-01`, till };
  const [year, month] = today.split('-').map(Number) as [number, number];
  const day = (monthIndex: number, date: number) =>
    new Date(Date.UTC(year, monthIndex, date)).toISOString().slice(0, 10);
  return { from: day(month - 2, 1), till: day(month - 1, 0) };
}
