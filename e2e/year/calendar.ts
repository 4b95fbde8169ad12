/** How a year's documents are spread over its days. */

/** Share of a day of the week, from Sunday; the shop is open each day. */
const WEEK = [6, 10, 10, 11, 12, 17, 20];
/** Share of a month: people travel in summer and give presents in December. */
const MONTHS = [8, 7, 8, 8, 9, 9, 11, 12, 9, 8, 8, 13];
const DAY_MS = 86_400_000;
/** Opening hours, seconds of the day. */
const OPENS = 8 * 3600;
const CLOSES = 22 * 3600;

/** A day with the number of documents on it. */
export interface Day {
  /** `YYYY-MM-DD`. */
  day: string;
  documents: number;
}

/** The days of a year; their documents add up to the given number. */
export function spreadOverYear(year: number, documents: number): Day[] {
  const days = daysOf(year);
  const weights = days.map((day) => {
    const date = new Date(day);
    return WEEK[date.getUTCDay()]! * MONTHS[date.getUTCMonth()]!;
  });
  const whole = weights.reduce((a, b) => a + b, 0);
  let weight = 0;
  let before = 0;
  return days.map((day, i) => {
    weight += weights[i]!;
    const till = Math.round((documents * weight) / whole);
    const today = till - before;
    before = till;
    return { day, documents: today };
  });
}

function daysOf(year: number): string[] {
  const days: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += DAY_MS) days.push(dayText(at));
  return days;
}

/** A day some days away from another one. */
export function dayFrom(day: string, days: number): string {
  return dayText(Date.parse(day) + days * DAY_MS);
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Moments between opening and closing time, in order, one for each of `count` events; `HH:MM:SS`. */
export function moments(count: number, between: (first: number, last: number) => number): string[] {
  const seconds = Array.from({ length: count }, () => between(OPENS, CLOSES - 1)).sort((a, b) => a - b);
  return seconds.map(timeText);
}

function timeText(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.trunc(part)).padStart(2, '0'))
    .join(':');
}
