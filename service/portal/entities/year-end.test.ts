import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfYear, yearAt, zonedTimestamp } from './year-end.ts';

test.each([
  ['PT', '2026-12-31T23:59:59Z'],
  ['AT', '2026-12-31T22:59:59Z'],
  ['GR', '2026-12-31T21:59:59Z'],
  [null, '2026-12-31T23:59:59Z'],
  ['US', '2027-01-01T04:59:59Z'],
  ['rs', '2026-12-31T22:59:59Z'],
  ['JP', '2026-12-31T14:59:59Z'],
  ['NZ', '2026-12-31T10:59:59Z'],
  ['ZZ', '2026-12-31T23:59:59Z'],
  ['', '2026-12-31T23:59:59Z'],
])('the year 2026 ends in %s at %s', (country, time) => {
  expect(endOfYear(2026, country)).toBe(Date.parse(time));
});

test('a clock in the country shows one second to midnight, in every year and country', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2000, max: 9999 }),
      fc.constantFrom('AT', 'PT', 'FI', 'RO', 'SE'),
      (year, country) => {
        const end = endOfYear(year, country);
        expect(zonedTimestamp(end, country)).toMatch(new RegExp(`^${year}-12-31T23:59:59(Z|\\+0[123]:00)$`));
        expect(yearAt(end, country)).toBe(year);
        expect(yearAt(end + 1000, country)).toBe(year + 1);
        expect(Date.parse(zonedTimestamp(end, country))).toBe(end);
      },
    ),
  );
});

test('summer time is told as it is', () => {
  expect(zonedTimestamp(Date.parse('2026-07-01T10:00:00Z'), 'DE')).toBe('2026-07-01T12:00:00+02:00');
});
