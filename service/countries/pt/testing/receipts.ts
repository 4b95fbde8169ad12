/** Completed receipts for the tests of this country. */
import { complete, type Completed } from '../../../receipt/complete.ts';
import type { Esr, Payment, Position } from '../../../receipt/tra.ts';
import { portugal } from '../index.ts';
import { rulesOn } from '../taxes.ts';

/** A position of normal rate, unless told otherwise. */
export const pos = (Amt: string, more: Partial<Position> = {}): Position => ({
  _: 'Pos',
  Dsc: 'Bica',
  TaxG: 'A',
  Amt,
  ...more,
});

/** A payment; by card, which knows no limit, unless told otherwise. */
export const pay = (Amt: string, PayG = 'debitcard'): Payment => ({ _: 'Pay', Dsc: 'Multibanco', PayG, Amt });

/** Completes a receipt as the register does. Throws when the receipt is wrong in itself. */
export function completed(sent: Esr, now = '2026-01-15T10:15:30'): Completed {
  const result = complete(sent, {
    now,
    currencyDigits: 2,
    TL: '1',
    TT: '1',
    maxDaysOff: 7,
    maxMinutesAhead: 7 * 24 * 60,
    unpaid: portugal.unpaid!(sent),
    taxes: rulesOn((sent.D ?? now).slice(0, 10), 'PT'),
    paymentGroups: portugal.paymentGroups,
    mandatory: new Set(),
  });
  if (result.issues.length > 0) throw new Error(result.issues.map((i) => i.text).join('\n'));
  return result;
}

/** A receipt of one position with this total. */
export function receipt(total: string, more: Partial<Esr> = {}, now?: string): Completed {
  return completed({ Opr: '1', PosA: [pos(total)], PayA: [pay(total)], ...more }, now);
}
