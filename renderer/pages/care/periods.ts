import { daysOfMonth } from '../../format/day.ts';

/** Periods that are asked for most, in their order; keys under `care.exports.periods`. */
export const USUAL_PERIODS = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const;

/** First and last day of such a period. @param today `YYYY-MM-DD` */
export function usualPeriod(
  name: (typeof USUAL_PERIODS)[number],
  today: string,
): { from: string; till: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  switch (name) {
    case 'thisMonth':
      return monthsFrom(year, month, 1);
    case 'lastMonth':
      return monthsFrom(year, month - 1, 1);
    case 'thisQuarter':
      return monthsFrom(year, quarterOf(month), 3);
    case 'lastQuarter':
      return monthsFrom(year, quarterOf(month) - 3, 3);
    case 'thisYear':
      return monthsFrom(year, 1, 12);
    case 'lastYear':
      return monthsFrom(year - 1, 1, 12);
  }
}

/** First month of the quarter of a month, 1 to 12. */
function quarterOf(month: number): number {
  return month - ((month - 1) % 3);
}

/** A number of months from one on; a month of nought and less is one of the year before. */
function monthsFrom(year: number, month: number, count: number): { from: string; till: string } {
  const name = (n: number) => {
    const at = year * 12 + n - 1;
    return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
  };
  return { from: daysOfMonth(name(month)).from, till: daysOfMonth(name(month + count - 1)).till };
}
