import { expect, it } from 'vitest';
import { paymentMeans } from './payment-means.ts';

it.each([
  ['G', [['cash', '0.00']]],
  ['K', [['creditcard', '0.00']]],
  // Nothing was given in cash here.
  [
    'K',
    [
      ['creditcard', '9.00'],
      ['cash', '0.00'],
    ],
  ],
  [
    'O',
    [
      ['creditcard', '9.00'],
      ['cash', '1.00'],
    ],
  ],
  [
    'G',
    [
      ['cash', '10.00'],
      ['change', '-1.00'],
    ],
  ],
  ['O', []],
])('reports %s for the payments %j', (expected, payments) => {
  expect(paymentMeans(payments.map(([PayG, Amt]) => ({ _: 'Pay', PayG: PayG!, Amt: Amt! })))).toBe(expected);
});
