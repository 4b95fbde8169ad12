import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Payment } from '../../../receipt/tra.ts';
import { pay, pos } from '../testing/receipts.ts';
import { readEntry, type Entry } from './entry.ts';
import { mechanismOf, paidBy, paymentElements } from './payments.ts';
import { Shop, type Issuing } from './testing/shop.ts';

const MONTH = { from: '2026-01-01', till: '2026-01-31', test: false };

function sale(total: string, PayA: Payment[], issuing: Issuing = {}, more = {}): Entry {
  const sent = { PosA: [pos(total)], PayA, Rsn: 'Defeito', ...more };
  return readEntry(new Shop().issue(sent, issuing), MONTH)!;
}

const paid = (...of: Parameters<typeof sale>) => Object.fromEntries(paidBy(sale(...of)));

describe('the mechanism of a payment group', () => {
  it.each([
    ['cash', 'NU'],
    ['change', 'NU'],
    ['refund', 'NU'],
    ['foreign', 'NU'],
    ['creditcard', 'CC'],
    ['debitcard', 'CD'],
    ['check', 'CH'],
    ['creditnote', 'CS'],
    ['loyalty', 'DE'],
    ['open', 'LC'],
    ['atm', 'MB'],
    ['mobile', 'TB'],
    ['title', 'TR'],
    ['voucher', 'CO'],
    ['deposit', 'PR'],
    ['rounding', 'OU'],
    ['CI', 'CI'],
    ['CO', 'CO'],
    ['constructor', 'OU'],
    ['bitcoin', 'OU'],
    [undefined, 'NU'],
  ])('%s is %s', (group, mechanism) => {
    expect(mechanismOf(group)).toBe(mechanism);
  });
});

describe('payments', () => {
  it('are summed by mechanism', () => {
    expect(paid('10.00', [pay('4.00'), pay('1.00'), pay('5.00', 'creditcard')])).toStrictEqual({
      CD: 500,
      CC: 500,
    });
  });

  it('have change and rounding taken off the cash', () => {
    const given = [pay('5.00', 'cash'), pay('10.00'), pay('-2.00', 'change'), pay('-0.02', 'rounding')];
    expect(paid('12.98', given)).toStrictEqual({ NU: 298, CD: 1000 });
  });

  it('have change taken off the largest payment where there is no cash', () => {
    expect(paid('9.00', [pay('4.00', 'title'), pay('6.00'), pay('-1.00', 'change')])).toStrictEqual({
      TR: 400,
      CD: 500,
    });
    expect(paid('1.00', [pay('4.00', 'title'), pay('6.00'), pay('-9.00', 'change')])).toStrictEqual({
      TR: 100,
    });
  });

  it('count the other way on credit notes', () => {
    expect(paid('-5.00', [pay('-5.00', 'refund')])).toStrictEqual({ NU: 500 });
  });

  it('leave out what the buyer withholds', () => {
    const entry = sale('100.00', [pay('100.00', 'TB')], { type: 'FR' }, { PT_Withholding: '20.00' });
    expect(Object.fromEntries(paidBy(entry))).toStrictEqual({ TB: 8000 });
  });

  it('are there on every invoice-receipt, and only there when nothing was paid', () => {
    const nothing = '<PaymentMechanism>NU</PaymentMechanism><PaymentAmount>0.00</PaymentAmount>';
    expect(paymentElements('Payment', sale('0.00', [], { type: 'FR' }))).toContain(nothing);
    expect(paymentElements('Payment', sale('0.00', [], { type: 'FS' }))).toBe('');
  });

  it('are never negative and add up to the total', () => {
    const payment = fc
      .tuple(
        fc.integer({ min: -5000, max: 10_000 }),
        fc.constantFrom('cash', 'change', 'debitcard', 'rounding', 'title'),
      )
      // Change is given back.
      .map(([cents, group]) => [group === 'change' && cents > 0 ? -cents : cents, group] as const);
    fc.assert(
      fc.property(fc.array(payment, { minLength: 1, maxLength: 6 }), (list) => {
        const total = list.reduce((s, [cents]) => s + cents, 0);
        fc.pre(total >= 0);
        const text = (cents: number) => `${cents < 0 ? '-' : ''}${Math.abs(cents) / 100}`;
        const entry = sale(
          text(total),
          list.map(([cents, group]) => pay(text(cents), group)),
        );
        const amounts = [...paidBy(entry).values()];
        expect(amounts.every((a) => a > 0)).toBe(true);
        expect(amounts.reduce((a, b) => a + b, 0)).toBe(total);
      }),
    );
  });
});
