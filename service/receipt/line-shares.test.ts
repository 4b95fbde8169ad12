import { expect, it } from 'vitest';
import { grossAmounts, positionsByTax } from './line-shares.ts';
import type { Position, Tax } from './tra.ts';

const pos = (Amt: string, TaxG: string, _ = 'Pos'): Position => ({ _, TaxG, Amt });
const tax = (TaxG: string, Prc: string, Net: string, TAmt: string, Amt: string): Tax => ({
  ...{ _: 'Tax', TaxG, Prc, Net, TAmt, Amt },
});

it('finds the positions of a group by its name, by its percentage and as the first of two', () => {
  const PosA = [pos('1.00', 'A'), pos('2.00', '23%'), pos('4.00', 'A X'), pos('8.00', 'B'), pos('3.00', 'Q')];
  const TaxA = [tax('A', '23.00', '5.69', '1.31', '7.00'), tax('B', '6', '7.55', '0.45', '8.00')];
  expect(positionsByTax({ PosA, TaxA }, 2)).toEqual([
    { indexes: [0, 1, 2], gross: 700, net: 569 },
    { indexes: [3], gross: 800, net: 755 },
  ]);
});

it('takes the lines of one group together', () => {
  const TaxA = [tax('A', '23', '1.00', '0.23', '1.23'), tax('A', '23.0', '2.00', '0.46', '2.46')];
  expect(positionsByTax({ PosA: [pos('3.00', '23%')], TaxA }, 2)).toEqual([
    { indexes: [0], gross: 369, net: 300 },
  ]);
});

it('adds the tax to net prices, to the cent of the tax table, and leaves gross ones', () => {
  const PosA = [pos('0.05', 'A'), pos('0.05', '23%'), pos('0.05', 'A X'), { _: 'Lin', Dsc: 'x' }];
  const TaxA = [tax('A', '23', '0.15', '0.03', '0.18')];
  expect(grossAmounts({ PosA, TaxA, TaxN: '1' }, 2)).toEqual([6, 6, 6, 0]);
  expect(grossAmounts({ PosA, TaxA }, 2)).toEqual([5, 5, 5, 0]);
  expect(
    grossAmounts({ PosA: PosA.slice(0, 2), TaxA: [tax('A', '23', '0.10', '0.02', '0.13')], TaxN: '1' }, 2),
  ).toEqual([7, 6]);
});
