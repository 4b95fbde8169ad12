import { expect, it } from 'vitest';
import { drawerCash } from './cash-count.ts';
import { PeriodSums } from './report.ts';
import type { JournalRecord, Payment } from './tra.ts';

const pay = (PayG: string, Dsc: string, Amt: string, more: Partial<Payment> = {}): Payment => ({
  ...{ _: 'Pay', PayG, Dsc, Amt },
  ...more,
});
const money = (Dsc: string, Amt: string, CC: string, FAmt: string) => pay('foreign', Dsc, Amt, { CC, FAmt });

/** Sums of receipts with these payments, one each. */
function sums(...payments: Payment[]): PeriodSums {
  const period = new PeriodSums(1);
  payments.forEach((payment, i) => {
    const record: JournalRecord = {
      ...{ _: 'Tra', SQ: i + 1, RN: 'def', D: '2026-05-04T12:00:00' },
      ESR: { T: payment.Amt!, TaxA: [], PayA: [payment] },
    };
    period.take(record, 2);
  });
  return period.copy();
}

it('names payments of one group as the till does, where it has one name for them', () => {
  const { PayA } = sums(
    pay('creditcard', 'Visa', '10.00'),
    pay('cash', 'Bar', '5.00'),
    pay('creditcard', 'Amex', '10.00'),
    pay('cash', 'Bar', '1.00'),
  ).content(2);
  expect(PayA).toEqual([pay('cash', 'Bar', '6.00'), pay('creditcard', 'creditcard', '20.00')]);
});

it('tells foreign money by its currency, with what is in the drawer of it', () => {
  const period = sums(
    money('Dollar', '10.00', 'USD', '11.50'),
    money('Franken', '10.00', 'CHF', '9'),
    money('Dollar', '-5.00', 'USD', '-5.75'),
    money('Yen', '4.00', 'JPY', '700'),
    money('円', '4.00', 'JPY', '700'),
    // Versions before took such amounts.
    money('Forint', '1.00', 'HUF', '400.005'),
  );
  const { PayA } = period.content(2);
  expect(PayA).toEqual([
    money('Franken', '10.00', 'CHF', '9.00'),
    pay('foreign', 'Forint', '1.00', { CC: 'HUF' }),
    money('foreign', '8.00', 'JPY', '1400'),
    money('Dollar', '5.00', 'USD', '5.75'),
  ]);
  expect(period.earlierPayments(2)).toEqual([pay('foreign', 'Dollar', '24.00')]);
});

it('sums up more than a receipt may come to', () => {
  const most = '99999999999.99';
  const { T, PayA } = sums(pay('cash', 'Bar', most), pay('cash', 'Bar', most)).content(2);
  expect(T).toBe('199999999999.98');
  expect(drawerCash(PayA, 2)).toBe(19_999_999_999_998);
});
