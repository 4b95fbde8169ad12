import { expect, it } from 'vitest';
import { complete } from '../../receipt/complete.ts';
import type { CompleteEsr, Esr } from '../../receipt/tra.ts';
import { checkReceipt } from './checks.ts';
import { itemsOf } from './items.ts';
import { rulesOn } from './taxes.ts';
import { sale } from './testing/sales.ts';

const NOW = '2026-05-12T12:00:00';

/** What the register makes of a sale. */
function completed(esr: Esr): CompleteEsr {
  const made = complete(esr, {
    ...{ now: NOW, currencyDigits: 2, TL: 'BA-1', TT: '1', maxDaysOff: null, maxMinutesAhead: 0 },
    ...{ taxes: rulesOn(NOW.slice(0, 10)), paymentGroups: new Set(), mandatory: new Set() },
  });
  expect(made.issues).toEqual([]);
  return made.esr;
}

const told = (esr: CompleteEsr) => itemsOf(esr, []).map(({ VatRate, Price }) => `${Price} at ${VatRate}`);

it.each(['A', '23%', '23.00%', 'A X'])('tells an item of %s with the rate of its group', (TaxG) => {
  const esr = completed(
    sale([
      ['12.30', TaxG],
      ['1.19', 'B'],
    ]),
  );
  expect(told(esr)).toEqual(['12.30 at 23.00', '1.19 at 19.00']);
  expect(checkReceipt(esr)).toEqual([]);
});

it('knows abolished rates by their percentage, and wants a rate for a special regulation', () => {
  const codes = (esr: Esr) => checkReceipt(completed(esr)).map(({ code, path }) => `${code} ${path}`);
  expect(codes(sale([['12.00', '20%']]))).toEqual(['#SK_TAX ESR.PosA[0].TaxG']);
  const exempt = sale([['12.30', '23%']]);
  expect(codes({ ...exempt, PosA: [{ ...exempt.PosA![0]!, SK_SpecialRegulation: 'OOD' }] })).toEqual([
    '#SK_REGULATION ESR.PosA[0].SK_SpecialRegulation',
  ]);
});

it('tells net prices with their tax: the items of a rate add up to its tax line', () => {
  const { PosA } = sale([
    ['0.05', 'A'],
    ['0.05', '23%'],
    ['0.05', 'A X'],
    ['10.00', 'B'],
  ]);
  const PayA = [{ _: 'Pay', Dsc: 'Hotovosť', PayG: 'cash', Amt: '12.08' }];
  const esr = completed({ TaxN: '1', PosA: PosA!, PayA });
  expect(esr.TaxA.map(({ TaxG, Amt }) => [TaxG, Amt])).toEqual([
    ['A', '0.18'],
    ['B', '11.90'],
  ]);
  expect(told(esr)).toEqual(['0.06 at 23.00', '0.06 at 23.00', '0.06 at 23.00', '11.90 at 19.00']);
});
