import { expect, it } from 'vitest';
import type { Position } from '../../receipt/tra.ts';
import { turnoverOf } from './amounts.ts';

/** Turnover of a voucher beside wine, both at 20 %; amounts as they are sent. */
function turnover(TaxG: string, [wine, voucher]: [string, string]) {
  const PosA: Position[] = [
    { _: 'Pos', TaxG: 'A', Amt: wine },
    { _: 'Vou', TaxG, Amt: voucher },
  ];
  const TaxA = [{ _: 'Tax', TaxG: 'A', Prc: '20', Amt: '70.00' }];
  const { amounts, leftOut } = turnoverOf({ PosA, TaxA });
  return [Object.fromEntries(amounts), leftOut];
}

it.each(['A', '20%', '20.0%', 'A X'])('leaves a voucher of %s out of the turnover of its rate', (TaxG) => {
  expect(turnover(TaxG, ['20.00', '50.00'])).toEqual([{ '2000': 2000 }, 5000]);
});

it('leaves nothing of a tax line that is all vouchers, to the cent, where prices are net', () => {
  const PosA: Position[] = ['0.02', '0.02', '0.02'].map((Amt) => ({ _: 'Vou', TaxG: '20%', Amt }));
  const TaxA = [{ _: 'Tax', TaxG: 'A', Prc: '20', Net: '0.06', TAmt: '0.01', Amt: '0.07' }];
  const { amounts, leftOut } = turnoverOf({ PosA, TaxA, TaxN: '1' });
  expect([Object.fromEntries(amounts), leftOut]).toEqual([{ '2000': 0 }, 7]);
});
