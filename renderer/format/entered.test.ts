import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalOf } from './entered.ts';

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
  ['-12.30', 'en', '-12.30'],
  ['\u221212,30', 'sv', '-12.30'],
])('%j in %s is %j', (entered, locale, amount) => {
  expect(decimalOf(entered, locale)).toBe(amount);
});

it('reads every amount as it is shown', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.constantFrom('en', 'de', 'pt', 'hr', 'sv', 'fr', 'pl'),
      (cents, locale) => {
        const text = (cents / 100).toFixed(2);
        const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
        const shown = new Intl.NumberFormat(locale, options).format(text as Intl.StringNumericLiteral);
        expect(decimalOf(shown, locale)).toBe(text);
      },
    ),
  );
});
