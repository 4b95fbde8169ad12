import fc from 'fast-check';
import { expect, test } from 'vitest';
import { complete, type CompleteContext } from './complete.ts';
import { invert } from './invert.ts';
import { amountText } from './money.ts';
import type { Esr, Position } from './tra.ts';

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

test('leaves out what is the original alone: the parked sale that it took up, and what the country names', () => {
  const PosA: Position[] = [{ _: 'Pos', Dsc: 'Lunch', Amt: '1.00', Resume: '1' }];
  const paper = { ...original, PosA, ResumeFN: 'STO1-1-P1', XX_Paper: '7', XX_Place: '9' };
  const taken = invert(paper, { sender: {}, reason: undefined }, 2, { ownValues: ['XX_Paper'] });
  expect(taken).not.toHaveProperty('ResumeFN');
  expect(taken).not.toHaveProperty('XX_Paper');
  expect(taken.XX_Place).toBe('9');
  expect(taken.PosA).toEqual([{ _: 'Pos', Dsc: 'Lunch', Amt: '-1.00' }]);
  const again = { ResumeFN: 'STO1-1-P2', XX_Paper: '8' };
  expect(invert(paper, { sender: again, reason: undefined }, 2, { ownValues: ['XX_Paper'] })).toMatchObject(
    again,
  );
});

test('negates the amounts of a country, too', () => {
  const fields = { ESR: { XX_Returns: 'currency', XX_Notes: 'free' } } as const;
  const sent = { ...original, XX_Returns: '0.30', XX_Notes: '0.30' };
  const taken = invert(sent, { sender: {}, reason: undefined }, 2, { fields });
  expect(taken).toMatchObject({ XX_Returns: '-0.30', XX_Notes: '0.30' });
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

const RATES: Record<string, string> = { A: '23', B: '13', C: '6', M07: '0' };
const context: CompleteContext = {
  now: '2026-11-20T10:00:00',
  currencyDigits: 2,
  TL: '1',
  TT: '1',
  maxDaysOff: 7,
  maxMinutesAhead: 15,
  taxes: {
    byName: (group) => (RATES[group] === undefined ? null : { group, rate: RATES[group] }),
    byRate: () => null,
  },
  paymentGroups: new Set(),
  mandatory: new Set(),
};

/** Sales with any mix of groups, signs, modifiers and net prices. */
const sales = fc
  .record({
    positions: fc.array(
      fc.record({
        group: fc.constantFrom('A', 'B', 'C', 'M07'),
        cents: fc.integer({ min: -50_000, max: 500_000 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    modifiers: fc.array(
      fc.record({ at: fc.constantFrom('*', '1', '1-3', ''), cents: fc.integer({ min: -5000, max: 5000 }) }),
      { maxLength: 3 },
    ),
    net: fc.boolean(),
  })
  .map(({ positions, modifiers, net }): Esr => {
    const PosA: Position[] = positions.map(({ group, cents }, i) => ({
      _: 'Pos',
      PN: String(i + 1),
      Dsc: `Article ${i + 1}`,
      TaxG: group,
      Amt: amountText(cents, 2),
    }));
    for (const { at, cents } of modifiers) {
      PosA.push({ _: 'Mod', Amt: amountText(cents, 2), ...(at && { PN: at }) });
    }
    return { PosA, TN: '1', ...(net && { TaxN: '1' }) };
  });

test('the void of any receipt is a right receipt itself, and takes back every amount exactly', () => {
  fc.assert(
    fc.property(sales, (sale) => {
      // Paid in full: the total is known after the first completion only.
      const total = complete({ ...sale, NF: 'draft' }, context).esr.T;
      const paid = complete({ ...sale, PayA: [{ _: 'Pay', Dsc: 'Cash', Amt: total }] }, context);
      expect(paid.issues).toEqual([]);
      const taken = complete(invert(paid.esr, { sender: {}, reason: 'x' }, 2), context);
      expect(taken.issues).toEqual([]);
      const negated = (text: string | undefined) => amountText(-Math.round(Number(text) * 100), 2);
      expect(taken.esr.T).toBe(negated(paid.esr.T));
      expect(taken.amounts.map((a) => a + 0)).toEqual(paid.amounts.map((a) => -a + 0));
      for (const [i, tax] of paid.esr.TaxA.entries()) {
        expect(taken.esr.TaxA[i]).toMatchObject({
          TaxG: tax.TaxG,
          Net: negated(tax.Net),
          TAmt: negated(tax.TAmt),
          Amt: negated(tax.Amt),
        });
      }
    }),
  );
});
