import { expect, it } from 'vitest';
import { currency, currencyOf, isCurrency, printedAmount, unnamedCurrencyOf } from './currency.ts';

it.each([
  ['PT', 'EUR', 2],
  ['BG', 'EUR', 2],
  ['CH', 'CHF', 2],
  ['HU', 'HUF', 2],
  ['JP', 'JPY', 0],
  ['TN', 'TND', 3],
  // No countries.
  ['XX', 'EUR', 2],
  ['constructor', 'EUR', 2],
])('%s has %s with %i digits', (country, code, digits) => {
  expect(currencyOf(country)).toEqual({ code, digits });
  expect(unnamedCurrencyOf(country)).toEqual({ code, digits: 2 });
});

it('knows currencies by their codes', () => {
  expect(['USD', 'XOF', 'HRK', 'eur', '', undefined].map(isCurrency)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  expect([currency('KWD'), currency('ABC')]).toEqual([
    { code: 'KWD', digits: 3 },
    { code: 'ABC', digits: 2 },
  ]);
});

it.each([
  ['590.00', 'HUF', '590'],
  ['-2.00', 'HUF', '-2'],
  ['299.50', 'HUF', '299.50'],
  ['0.5', 'HUF', '0.5'],
  ['1.00', 'EUR', '1.00'],
  ['1.00', '', '1.00'],
])('prints %s of %s as %s', (amount, code, printed) => {
  expect(printedAmount(amount, code)).toBe(printed);
});
