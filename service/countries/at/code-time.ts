/** The time in the code of a receipt: that of the receipt, as far as the order of the chain allows. */

/** The POS may be that far ahead of this machine, minutes. */
const MINUTES_AHEAD = 10;

/**
 * Time for the code.
 * @param D of the receipt
 * @param now of this machine, local time
 * @param last in the code of the receipt before; empty for the first
 */
export function codeTime(D: string, now: string, last: string): string {
  const isUsable = D >= last && (D <= now || isSlightlyAhead(D, now));
  if (isUsable) return D;
  return now >= last || isRepeatedHour(now, last) ? now : last;
}

/** Across a month it would come before the monthly receipt. */
function isSlightlyAhead(D: string, now: string): boolean {
  return D.slice(0, 7) === now.slice(0, 7) && Date.parse(D) - Date.parse(now) <= MINUTES_AHEAD * 60_000;
}

/** True in the hour that comes twice when summer time ends: clocks go back then, and have to. */
function isRepeatedHour(now: string, last: string): boolean {
  if (now.slice(0, 13) !== last.slice(0, 13) || now.slice(11, 13) !== '02') return false;
  const day = new Date(`${now.slice(0, 10)}T00:00:00Z`);
  return day.getUTCMonth() === 9 && day.getUTCDate() > 24 && day.getUTCDay() === 0;
}
