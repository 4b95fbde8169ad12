import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countOf, decimalOf, sumOf } from './cash.ts';

it.each([
  ['', 'en', ''],
  ['120', 'en', '120'],
  ['1,234.5', 'en', '1234.5'],
  ['1.234,50', 'de', '1234.50'],
  ['1 234,50', 'pt', '1234.50'],
  ['0,05', 'de', '0.05'],
  ['0.05', 'de', '0.05'],
  ['1234.567', 'en', null],
  ['12,3,4', 'de', null],
  ['much', 'en', null],
  ['-', 'en', null],
])('%j in %s is %j', (entered, locale, amount) => {
  expect(decimalOf(entered, locale)).toBe(amount);
});

it('reads every amount as it is shown', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.constantFrom('en', 'de', 'pt', 'hr'),
      (cents, locale) => {
        const text = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
        const shown = new Intl.NumberFormat(locale, options).format(text as Intl.StringNumericLiteral);
        expect(decimalOf(shown, locale)).toBe(text);
      },
    ),
  );
});

it('adds pieces up to the cent', () => {
  expect(sumOf([])).toBe('0');
  expect(
    sumOf([
      { value: '0.10', count: 3 },
      { value: '0.20', count: 1 },
      { value: '500.00', count: 99_999 },
    ]),
  ).toBe('49999500.50');
  expect(['', ' 7 ', '00012', '-1', '1.5', 'x', '100000'].map(countOf)).toEqual([
    0,
    7,
    12,
    null,
    null,
    null,
    null,
  ]);
});
