/** Date and time texts of the receipt format: ISO 8601 local time without offset. */

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ZERO = '0'.charCodeAt(0);
const DAY_MS = 86_400_000;

/**
 * True for an existing date and time `YYYY-MM-DDThh:mm:ss`. Digit by digit: an
 * audit asks twice for each of millions of records, and a regular expression
 * takes several times as long.
 */
export function isDateTime(text: string): boolean {
  if (text.length !== 19 || text[4] !== '-' || text[7] !== '-' || text[10] !== 'T') return false;
  if (text[13] !== ':' || text[16] !== ':') return false;
  const [year, month, day] = [numberIn(text, 0, 4), numberIn(text, 5, 7), numberIn(text, 8, 10)];
  // What is no number is within no limits.
  if (!(year >= 1900 && month >= 1 && month <= 12 && day >= 1)) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (!(day <= DAYS[month - 1]! + (isLeap && month === 2 ? 1 : 0))) return false;
  return numberIn(text, 11, 13) <= 23 && numberIn(text, 14, 16) <= 59 && numberIn(text, 17, 19) <= 59;
}

/** The number that some characters write; NaN when one of them is no digit. */
function numberIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    number = number * 10 + digit;
  }
  return number;
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

/** The day so many days after a date, before it where they are negative; both `YYYY-MM-DD`. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days between two local times, by the calendar clock (time zones play no part). */
export function daysBetween(a: string, b: string): number {
  return (Date.parse(`${b}Z`) - Date.parse(`${a}Z`)) / DAY_MS;
}
