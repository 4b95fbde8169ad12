import { expect, it } from 'vitest';
import type { Payment } from '../../receipt/tra.ts';
import { roundingIssues } from './payments.ts';

const pay = (PayG: string, Amt: string): Payment => ({ _: 'Pay', PayG, Amt });

it.each<[Payment[], string, boolean]>([
  [[pay('cash', '9.97')], '9.97', false],
  [[pay('cash', '9.95'), pay('rounding', '0.02')], '9.97', true],
  [[pay('cash', '20.00'), pay('change', '-10.05'), pay('rounding', '0.02')], '9.97', true],
  [[pay('cash', '10.00'), pay('rounding', '-0.02')], '9.98', true],
  [[pay('debitcard', '5.00'), pay('cash', '4.95'), pay('rounding', '0.02')], '9.97', true],
  [[pay('debitcard', '9.98')], '9.98', true],
  [[pay('refund', '-9.95'), pay('rounding', '-0.02')], '-9.97', true],
  [[pay('refund', '-9.97')], '-9.97', false],
  [[pay('cash', '9.90'), pay('rounding', '0.07')], '9.97', false],
  [[pay('cash', '0.03')], '0.03', true],
  [[pay('cash', '0.05'), pay('rounding', '-0.02')], '0.03', false],
])('takes payments %j of %s: %s', (PayA, T, isTaken) => {
  const esr = { D: '', TL: '', TT: '', PosA: [], TaxA: [], T, PayA };
  expect(roundingIssues(esr).length === 0).toBe(isTaken);
});
