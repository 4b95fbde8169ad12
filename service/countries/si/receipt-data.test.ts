import { expect, it } from 'vitest';
import type { Position } from '../../receipt/tra.ts';
import { receiptData } from './receipt-data.ts';
import { CFG, completed } from './testing/sales.ts';

const PRINCIPAL = '59082437';

/** Bases and taxes of a sale, by whose it is; positions of the principal have its number. */
function sold(positions: readonly (readonly [Amt: string, TaxG: string, seller?: string])[], net = false) {
  const PosA = positions.map(([Amt, TaxG, seller]): Position => ({
    ...{ _: 'Pos', Dsc: 'Žemlja', TaxG, Amt },
    ...(seller !== undefined && { SI_SellerTaxNumber: seller }),
  }));
  const { esr, issues } = completed({ TN: '1', PosA, PayA: [], ...(net && { TaxN: '1' }) });
  expect(issues.filter(({ code }) => code !== '#PAYA_MISSING')).toEqual([]);
  return receiptData(esr, CFG, []).sellers.map(({ taxNumber, vat }) => [
    taxNumber,
    ...vat.map((row) => `${row.net} + ${row.tax} at ${row.rate}`),
  ]);
}

it.each(['A', '22%', '22.0%', 'A X'])('tells the sale of a principal apart that is of %s', (TaxG) => {
  expect(sold([['12.20', TaxG, PRINCIPAL]])).toEqual([[PRINCIPAL, '1000 + 220 at 22']]);
  const both = [['24.40', 'A'] as const, ['6.10', 'A', PRINCIPAL] as const];
  expect(sold([...both, ['12.20', TaxG, PRINCIPAL]])).toEqual([
    [null, '2000 + 440 at 22'],
    [PRINCIPAL, '1500 + 330 at 22'],
  ]);
});

it('takes net prices for net', () => {
  expect(sold([['10.00', '22%', PRINCIPAL]], true)).toEqual([[PRINCIPAL, '1000 + 220 at 22']]);
  expect(
    sold(
      [
        ['20.00', 'A'],
        ['10.00', 'A', PRINCIPAL],
        ['1.00', 'A', '15012557'],
      ],
      true,
    ),
  ).toEqual([
    [null, '2000 + 440 at 22'],
    [PRINCIPAL, '1000 + 220 at 22'],
    ['15012557', '100 + 22 at 22'],
  ]);
});
