/**
 * Periods that registers close by themselves: days, months, and fiscal years that may
 * end with any month. Days are `YYYY-MM-DD` of local time; nothing here looks at a clock.
 */
import { daysLater } from '../../receipt/time.ts';

/** Kind of a period. */
export type PeriodKind = 'day' | 'month' | 'year';

/** A period; both days belong to it. */
export interface ClosedPeriod {
  kind: PeriodKind;
  from: string;
  till: string;
}

/** The day after. */
export function nextDay(day: string): string {
  return daysLater(day, 1);
}

/** The day before. */
export function dayBefore(day: string): string {
  return daysLater(day, -1);
}

/** Last day of the month of a day. */
export function monthEnd(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Last day of the fiscal year of a day. @param month in which it ends, 1 to 12 */
export function yearEnd(day: string, month: number): string {
  const [year, current] = day.split('-').map(Number) as [number, number];
  const last = current <= month ? year : year + 1;
  return monthEnd(`${last}-${String(month).padStart(2, '0')}-01`);
}

/** First days of the periods that are open. */
export type OpenPeriods = Record<PeriodKind, string>;

/** The end of an open period. */
function endOf(kind: PeriodKind, open: OpenPeriods, yearMonth: number): string {
  if (kind === 'day') return open.day;
  if (kind === 'month') return monthEnd(open.month);
  // Where the last month was changed, what is closed already stays in the year that is open.
  const closed = dayBefore(open.month);
  return yearEnd(closed > open.year ? closed : open.year, yearMonth);
}

/** What was found for periods last: they are asked about with each sale, and the answer changes with the day. */
const answers = new WeakMap<OpenPeriods, { today: string; yearMonth: number; next: ClosedPeriod | null }>();

/**
 * The period that has to be closed next, now that it is a day: days first, then the
 * months and years that end with them, so that each one holds what is in it. Null when
 * none is over.
 * @param today what has begun; an earlier day than the open one closes nothing
 * @param yearMonth month in which fiscal years end, 1 to 12
 */
export function nextClosing(open: OpenPeriods, today: string, yearMonth: number): ClosedPeriod | null {
  const before = answers.get(open);
  if (before?.today === today && before.yearMonth === yearMonth) return before.next;
  const next = closingAfter(open, today, yearMonth);
  answers.set(open, { today, yearMonth, next });
  return next;
}

function closingAfter(open: OpenPeriods, today: string, yearMonth: number): ClosedPeriod | null {
  for (const kind of ['year', 'month'] as const) {
    const till = endOf(kind, open, yearMonth);
    // Longer ones wait for the days in them; a year for its months.
    const inner = kind === 'year' ? open.month : open.day;
    if (till < inner && till < open.day) return { kind, from: open[kind], till };
  }
  return open.day < today ? { kind: 'day', from: open.day, till: open.day } : null;
}
