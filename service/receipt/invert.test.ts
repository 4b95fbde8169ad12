import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invert } from './invert.ts';
import { amountText } from './money.ts';
import type { Esr } from './tra.ts';

const original: Esr = {
  D: '2026-11-20T10:00:00',
  TL: '1',
  TT: '2',
  TN: '17',
  FN: 'FS 1_2.26/9',
  Opr: '3',
  T: '3.60',
  PosA: [
    { _: 'Pos', PN: '1', Dsc: 'Bica', TaxG: 'B', Qty: '2', Pri: '0.8', Amt: '1.60' },
    { _: 'Pos', PN: '2', Dsc: 'Queijo', TaxG: 'C', Qty: '0.25', Pri: '10', Amt: '2.50' },
    { _: 'Mod', PN: '2', Dsc: 'Desconto', Amt: '-0.50' },
    { _: 'Lin', PN: '2', Dsc: 'Obrigado', LAmt: '9.99' },
  ],
  PayA: [{ _: 'Pay', Dsc: 'Dollar', PayG: 'foreign', Amt: '3.60', CC: 'USD', FAmt: '4.1' }],
  TaxA: [{ _: 'Tax', TaxG: 'B', Prc: '13', Net: '1.42', TAmt: '0.18', Amt: '1.60' }],
};

test('negates amounts and quantities, refers to the original, keeps the rest', () => {
  const taken = invert(original, { sender: { TN: '18', Opr: '7' }, reason: 'Engano' }, 2);
  expect(taken).toMatchObject({
    Void: '1',
    TN: '18',
    Opr: '7',
    T: '-3.60',
    RFN: 'FS 1_2.26/9',
    RD: '2026-11-20',
    RTL: '1',
    RTT: '2',
    RTN: '17',
    Rsn: 'Engano',
  });
  expect(taken.D).toBeUndefined();
  expect(taken.FN).toBeUndefined();
  expect(taken.PosA).toEqual([
    { _: 'Pos', PN: '1', RPN: '1', Dsc: 'Bica', TaxG: 'B', Qty: '-2', Pri: '0.8', Amt: '-1.60' },
    { _: 'Pos', PN: '2', RPN: '2', Dsc: 'Queijo', TaxG: 'C', Qty: '-0.25', Pri: '10', Amt: '-2.50' },
    { _: 'Mod', PN: '2', Dsc: 'Desconto', Amt: '0.50' },
    { _: 'Lin', PN: '2', Dsc: 'Obrigado', LAmt: '9.99' },
  ]);
  expect(taken.PayA).toEqual([
    { _: 'Pay', Dsc: 'Dollar', PayG: 'foreign', Amt: '-3.60', CC: 'USD', FAmt: '-4.1' },
  ]);
  expect(taken.TaxA).toEqual([{ _: 'Tax', TaxG: 'B', Prc: '13', Net: '-1.42', TAmt: '-0.18', Amt: '-1.60' }]);
});

test('does not change the original', () => {
  const before = structuredClone(original);
  invert(original, { sender: {}, reason: undefined }, 2);
  expect(original).toEqual(before);
});

test('twice inverted, every amount and quantity is back', () => {
  const amount = fc.integer({ min: -10_000_000, max: 10_000_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, fc.integer({ min: -9999, max: 9999 }))), (items) => {
      const PosA = items.map(([cents, qty], i) => ({
        _: 'Pos',
        PN: String(i + 1),
        Amt: amountText(cents, 2),
        Qty: String(qty),
      }));
      const once = invert({ PosA }, { sender: {}, reason: undefined }, 2);
      const twice = invert(once, { sender: {}, reason: undefined }, 2);
      expect(twice.PosA?.map((p) => [p.Amt, p.Qty])).toEqual(PosA.map((p) => [p.Amt, p.Qty]));
    }),
  );
});
