import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalOf, differenceOf } from './cash.ts';

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

it('tells what is missing and what is over, to the cent', () => {
  expect(differenceOf('9.5', '10.00')).toBe('-0.50');
  expect(differenceOf('120', '10.30')).toBe('109.70');
  expect(differenceOf('0.1', '-0.20')).toBe('0.30');
  expect(differenceOf('7', '7')).toBe('0');
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (a, b) => {
      const text = (cents: number) =>
        `${
          cents < 0 ? '-' : ''
        }${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
      expect(differenceOf(text(a), text(b))).toBe(text(a - b));
    }),
  );
});
