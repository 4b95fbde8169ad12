/** Points in time as requests name them: `keep`, `from` and `till` (doc 2). */
import { isDate } from '../receipt/time.ts';

const DAY_MS = 86_400_000;
const MONTHS = 3;
const JSON_DATE = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads a day `YYYY-MM-DD` in local time or a JSON date-time, with offset or local.
 * @param end take the last moment of a day instead of its first
 * @returns ms since 1970; null when it is neither
 */
export function readMoment(text: string, end = false): number | null {
  if (isDate(text)) {
    const [year, month, day] = text.split('-').map(Number) as [number, number, number];
    return new Date(year, month - 1, end ? day + 1 : day).getTime() - (end ? 1 : 0);
  }
  const m = JSON_DATE.exec(text);
  const ms = m && isDate(m[1]!) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? null : ms;
}

/**
 * Reads `keep` of POST /disk/clean: a moment, or a number of days before now.
 * @returns ms since 1970; null when it is neither
 */
export function readKeep(text: string, now: number): number | null {
  return /^\d{1,5}$/.test(text) ? now - Number(text) * DAY_MS : readMoment(text);
}

/** Begin of the third full month before this one, local time: files changed since then are kept. */
export function defaultKeep(now: number): number {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth() - MONTHS, 1).getTime();
}
