/** When a process began: never after its end. */
import { localTime } from '../../clock.ts';
import { DEFAULT_MINUTES_AHEAD } from '../../receipt/complete.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { Esr } from '../../receipt/tra.ts';
import { issue } from './codes.ts';

const HOUR_MS = 3_600_000;

/**
 * Begin of a process that ended at a time; local times. A till may date a receipt earlier than it
 * sends it, and the register dates it before the TSE starts: then it began when it ended.
 */
export function beginOf(told: string, end: string): string {
  return told < end ? told : end;
}

/** What is wrong with the begin that a till names (ESR.D0). @param D end of the process, or of its start */
export function beginIssues({ D0, D, Void }: Esr & { D: string }): Issue[] {
  // The void of a receipt has a begin of its own.
  if (typeof D0 !== 'string' || Void === '1' || isSoonAfter(D0, D) || isLaterPass(D0, D)) return [];
  return [issue('#D_WINDOW', 'ESR.D0', `${D0} is after the end of the process, ${D}`)];
}

/** The clock of a till may be ahead of the register's, by which a receipt is dated that says no time: it is sold all the same. */
function isSoonAfter(begin: string, end: string): boolean {
  return Date.parse(`${begin}Z`) - Date.parse(`${end}Z`) <= DEFAULT_MINUTES_AHEAD * 60_000;
}

/** In autumn an hour comes twice: half past two is followed by five past two. */
function isLaterPass(before: string, after: string): boolean {
  const again = Date.parse(after) + HOUR_MS;
  return localTime(again) === after && Date.parse(before) <= again;
}
