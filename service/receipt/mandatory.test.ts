import { expect, test } from 'vitest';
import { checkMandatory, type CountryField } from './mandatory.ts';
import type { Esr } from './tra.ts';

const codes = (esr: Esr, ...country: CountryField[]): string[] =>
  checkMandatory(esr, esr.PosA ?? [], esr.PayA ?? [], new Set(country)).map((i) => `${i.code} ${i.path}`);
const sale: Esr = {
  PosA: [{ _: 'Pos', Dsc: 'Bica', TaxG: 'A', Amt: '1.00' }],
  PayA: [{ _: 'Pay', Dsc: 'Cash', Amt: '1.00' }],
};

test('a whole sale lacks nothing where the country demands nothing more', () => {
  expect(codes(sale)).toEqual([]);
});

test.each<[CountryField, string]>([
  ['Opr', '#OPR_MISSING ESR.Opr'],
  ['OprTIN', '#OPRTIN_MISSING ESR.OprTIN'],
  ['DT', '#DT_MISSING ESR.DT'],
  ['Pos.IN', '#POS_IN_MISSING ESR.PosA[0].IN'],
])('%s is asked for only where the country demands it, and not for a nonfiscal record', (field, found) => {
  expect(codes(sale, field)).toEqual([found]);
  expect(codes({ ...sale, NFS: 'LOGIN' }, field)).toEqual([]);
});

test('a modifier needs its description in Germany', () => {
  const discounted: Esr = { ...sale, PosA: [...sale.PosA!, { _: 'Mod', Amt: '-0.10' }] };
  expect(codes(discounted)).toEqual([]);
  expect(codes(discounted, 'Mod.Dsc')).toEqual(['#MOD_DSC_MISSING ESR.PosA[1].Dsc']);
});

test('print lines need nothing, and alone they are no sale', () => {
  expect(codes({ ...sale, PosA: [{ _: 'Lin' }] })).toEqual(['#POSA_MISSING ESR.PosA']);
});

test('an electronic invoice needs its recipient', () => {
  expect(codes({ ...sale, DD: 'PT' })).toEqual(['#CTM_MISSING ESR.Ctm']);
  expect(codes({ ...sale, DD: 'PT', Ctm: { Nam: 'A', Zip: ' ' } })).toEqual([
    '#CTM_ADR_MISSING ESR.Ctm.Adr',
    '#CTM_ZIP_MISSING ESR.Ctm.Zip',
    '#CTM_CITY_MISSING ESR.Ctm.City',
  ]);
});
