/** Working days of Slovenia: the time for late receipts is counted in them. */

/** Days off each year (ZPDPD, 2. člen), `MM-DD`. */
const FIXED = new Set([
  ...['01-01', '01-02', '02-08', '04-27', '05-01', '05-02'],
  ...['06-25', '08-15', '10-31', '11-01', '12-25', '12-26'],
]);
const DAY_MS = 86_400_000;
const SATURDAY = 6;

/** Whether people work on a day (`YYYY-MM-DD`): not on Saturdays, Sundays, days off and Easter Monday. */
export function isWorkingDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  const weekday = new Date(ms).getUTCDay();
  if (weekday === 0 || weekday === SATURDAY || FIXED.has(day.slice(5))) return false;
  return ms !== easterSunday(Number(day.slice(0, 4))) + DAY_MS;
}

/** The last second of the working day that is so many behind a day; local, `YYYY-MM-DDThh:mm:ss`. */
export function endOfWorkingDay(day: string, behind: number): string {
  let ms = Date.parse(`${day}T00:00:00Z`);
  for (let left = behind; left > 0;) {
    ms += DAY_MS;
    if (isWorkingDay(dayOf(ms))) left--;
  }
  return `${dayOf(ms)}T23:59:59`;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Gregorian Easter (Meeus, Jones, Butcher), midnight UTC, ms since 1970. */
function easterSunday(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const d = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1);
}
