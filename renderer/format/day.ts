const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MONTH = /^(\d{4})-(\d\d)$/;

/**
 * A day (`YYYY-MM-DD`) the way of the language. A day has no time zone: it is
 * never moved by the one of the device that shows it. What is no day is shown as it came.
 */
export function formatDay(text: string, locale: string): string {
  return write(DAY.exec(text), text, { dateStyle: 'medium' }, locale);
}

/** A month (`YYYY-MM`) in words. */
export function formatMonth(text: string, locale: string): string {
  return write(MONTH.exec(text), text, { month: 'long', year: 'numeric' }, locale);
}

/** A local time (`YYYY-MM-DDThh:mm:ss`) as day and time, to the minute. */
export function formatMoment(text: string, locale: string): string {
  const moment = new Date(`${text}Z`);
  if (Number.isNaN(moment.getTime())) return text;
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(moment);
}

/**
 * Date and time of a document (`2026-11-20T14:05:09`, with an offset or without) the way of the language, to the
 * minute: what a clock in the shop showed, wherever the reader is.
 */
export function formatDocumentTime(text: string, locale: string): string {
  const [local = '', day = '', time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/.exec(text) ?? [];
  if (local === '') return text;
  return time === undefined ? formatDay(day, locale) : formatMoment(local, locale);
}

/** First and last day of a month (`YYYY-MM`). */
export function daysOfMonth(text: string): { from: string; till: string } {
  const [year = 0, number = 0] = text.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${text}-01`, till: `${text}-${String(last).padStart(2, '0')}` };
}

/** Days from one day to another; negative when it is past. */
export function daysUntil(text: string, today: string): number {
  return Math.round((Date.parse(`${text}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);
}

function write(
  parts: RegExpExecArray | null,
  text: string,
  options: Intl.DateTimeFormatOptions,
  locale: string,
): string {
  if (parts === null) return text;
  const date = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3] ?? 1));
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);
}
