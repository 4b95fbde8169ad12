import { expect, it } from 'vitest';
import { endOfWorkingDay, isWorkingDay } from './working-days.ts';

it.each([
  ['2026-11-23', '2026-11-25'],
  ['2026-11-27', '2026-12-01'],
  ['2026-11-28', '2026-12-01'],
  // Christmas, St Stephen's day, a weekend.
  ['2026-12-24', '2026-12-29'],
  ['2026-12-31', '2027-01-05'],
  // Good Friday is a working day, Easter Monday is none.
  ['2026-04-02', '2026-04-07'],
  ['2026-04-30', '2026-05-05'],
  ['2026-10-30', '2026-11-03'],
])('ends two working days after %s on %s', (day, end) => {
  expect(endOfWorkingDay(day, 2)).toBe(`${end}T23:59:59`);
});

it.each([2024, 2025, 2027, 2038, 2049])('knows Easter Monday of %i', (year) => {
  const monday = { 2024: '04-01', 2025: '04-21', 2027: '03-29', 2038: '04-26', 2049: '04-19' }[year];
  expect(isWorkingDay(`${year}-${monday}`)).toBe(false);
});
