/** Date and time texts of the receipt format: ISO 8601 local time without offset. */

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/;

/** True for an existing date and time `YYYY-MM-DDThh:mm:ss`. */
export function isDateTime(text: string): boolean {
  const m = DATE_TIME.exec(text);
  if (!m) return false;
  const [, y, mo, d, h, mi, s] = m.map(Number) as [number, number, number, number, number, number, number];
  if (y < 1900 || mo < 1 || mo > 12 || h > 23 || mi > 59 || s > 59) return false;
  return d >= 1 && d <= new Date(Date.UTC(y, mo, 0)).getUTCDate();
}

/** The second of an existing date and time, which may have a fraction (`12:00:00.123`); null for anything else. */
export function wholeSecond(text: string): string | null {
  const second = text.replace(/(:\d\d)\.\d{1,9}$/, '$1');
  return isDateTime(second) ? second : null;
}

/** True for an existing date `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return isDateTime(`${text}T00:00:00`);
}

/** Whole days between two local times, by the calendar clock (time zones play no part). */
export function daysBetween(a: string, b: string): number {
  return (Date.parse(`${b}Z`) - Date.parse(`${a}Z`)) / 86_400_000;
}
