/** Time zone of the shops: its clocks go forward and back at 01:00 UTC on a Sunday. */
export const timeZone = 'Europe/Lisbon';

/** The next moment behind `ms` at which summer time begins (March) or ends (October). */
export function nextChange(ms: number, month: 'March' | 'October'): number {
  const number = month === 'March' ? 2 : 9;
  const inYear = (year: number): number => {
    const last = new Date(Date.UTC(year, number, 31, 1));
    return last.getTime() - last.getUTCDay() * 86_400_000;
  };
  const year = new Date(ms).getUTCFullYear();
  return inYear(year) > ms ? inYear(year) : inYear(year + 1);
}

/** The next New Year behind `ms`: winter, when local time is UTC. */
export const nextNewYear = (ms: number): number => Date.UTC(new Date(ms).getUTCFullYear() + 1, 0, 1);
