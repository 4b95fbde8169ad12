/** Rounding of cash to 5 forint. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountText } from '../../receipt/money.ts';
import { printerPayments, roundedToCoins } from './payments.ts';

it.each([
  [1232, 1230],
  [1233, 1235],
  [1237, 1235],
  [1238, 1240],
  [0, 0],
])('pays %i forint with %i in cash', (due, paid) => {
  expect(roundedToCoins(due * 100)).toBe(paid * 100);
  expect(Math.abs(roundedToCoins(-due * 100))).toBe(paid * 100);
});

it('takes cash with its rounding, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(-1, 0, 1), (due, coins) => {
      const paid = roundedToCoins(due) + coins * 500;
      if (paid < 0) return;
      const text = (amount: number) => amountText(amount, 2);
      const sent = [
        { _: 'Pay', PayG: 'cash', Amt: text(paid) },
        { _: 'Pay', PayG: 'rounding', Amt: text(due - paid) },
      ];
      const isRight = coins === 0 && (paid > 0 || due < 100);
      expect('payments' in printerPayments(sent, 1)).toBe(isRight);
    }),
  );
});
