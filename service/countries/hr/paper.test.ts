import { expect, it } from 'vitest';
import type { Esr, JournalRecord } from '../../receipt/tra.ts';
import { paperOf } from '../../register/paper/paper.ts';
import { fiscalData } from './fiscal-data.ts';
import { exemptGroup, paper } from './paper.ts';
import { receiptData } from './receipt-data.ts';
import { CFG, completed, NOON, sale } from './testing/sales.ts';

const JIR = 'f38748d1-d3fb-4b08-ba1b-14118c9de444';
const record = (
  more: Partial<Esr>,
  isTest = false,
  groups: [string, string][] = [['12.80', 'A P3']],
  cfg = CFG,
): JournalRecord => {
  const { esr } = completed(sale(groups, more));
  const receipt = { ...receiptData(esr, cfg), zki: 'a1e6b1428f0cc755f0c82aa7a1327e35' };
  return { _: 'Tra', SQ: 1, RN: 'def', D: NOON, ESR: esr, Fis: fiscalData(receipt, JIR, isTest) };
};

it('carries number, ZKI, JIR and QR code', () => {
  const { Tag, Code } = record({}).Fis!;
  expect(Tag!.map(({ Name, Value }) => `${Name} ${Value}`)).toEqual([
    ...['BrRac 12345/POSL1/12', 'ZKI a1e6b1428f0cc755f0c82aa7a1327e35', `JIR ${JIR}`],
  ]);
  expect(Code).toContain(JIR);
});

it('says what it is', () => {
  const titleAndMarks = (more: Partial<Esr>, isTest = false) => {
    const { title, marks } = paper(record(more, isTest));
    return [title, ...marks];
  };
  expect(titleAndMarks({})).toEqual(['Račun']);
  expect(paper(record({})).number).toBe('12345/POSL1/12');
  expect(titleAndMarks({ Void: '1' })).toEqual(['Storno računa']);
  expect(titleAndMarks({ Test: '1' })).toEqual(['', 'OBUKA – OVO NIJE RAČUN']);
  expect(titleAndMarks({ NFS: 'payin' })).toEqual(['', 'OVO NIJE FISKALIZIRANI RAČUN']);
  expect(titleAndMarks({}, true)).toEqual(['Račun', 'TESTNI RAČUN, NIJE VALJAN']);
});

it('names who has sold, by the OIB where nothing else was sent', () => {
  const operator = (more: Partial<Esr>) => paperOf(record(more), CFG).operator;
  expect(operator({ Opr: '7', OprN: 'Ana' })).toBe('Ana');
  expect(operator({})).toBe(record({}).ESR!.OprTIN);
});

it('names the receipt that goes back as that one’s paper does', () => {
  const { tags } = paperOf(record({ RTN: '6', RD: '2026-05-23' }), CFG);
  expect(tags[0]).toEqual({ label: 'Veza', value: '6/POSL1/12 (23.05.2026.)' });
});

it('says which taxes there are, and why there are none', () => {
  const rows = paper(
    record({}, false, [
      ['12.80', 'A P3'],
      ['6.40', 'P3 A'],
      ['1.25', 'A'],
      ['2.26', 'B'],
    ]),
  ).taxes;
  expect(rows).toMatchObject([
    { TaxG: 'A', Prc: '25', Net: '16.00', TAmt: '4.00', Amt: '20.00' },
    { TaxG: 'B', Prc: '13', Net: '2.00', TAmt: '0.26', Amt: '2.26' },
    { TaxG: 'PNP', Prc: '3', Net: '15.00', TAmt: '0.45' },
  ]);
  const outside = { ...CFG, Cmp: { ...CFG.Cmp, HR_USustPdv: '0' } };
  expect(paper(record({}, false, [['5.00', 'E']], outside)).legends).toEqual([
    'PDV nije obračunat temeljem čl. 90. st. 1. i 2. Zakona o PDV-u.',
  ]);
  const name = exemptGroup({ D: NOON });
  const lines = record({}, false, [
    ['1.00', 'A'],
    ['1.00', 'D'],
    ['1.00', 'E'],
    ['1.00', 'N'],
  ]).ESR!.TaxA!;
  expect(lines.map(name)).toEqual([undefined, 'Oslobođeno PDV-a', 'Ne podliježe PDV-u', 'Naknada']);
});

it('shows no tax where the margin is taxed, and the words of the law', () => {
  const margin = (more: object) => {
    const TaxA = [
      {
        _: 'Tax',
        TaxG: 'A',
        Prc: '25',
        Net: '98.00',
        TAmt: '2.00',
        Amt: '100.00',
        MarginScheme: '1',
        ...more,
      },
      { _: 'Tax', TaxG: 'B', Prc: '13', Amt: '2.26' },
    ];
    const groups: [string, string][] = [
      ['100.00', 'A'],
      ['2.26', 'B'],
    ];
    return paper(record({ TaxA }, false, groups));
  };
  expect(margin({}).taxes).toMatchObject([{ TaxG: 'B', TAmt: '0.26' }]);
  expect(margin({}).taxes).toHaveLength(1);
  expect(margin({}).legends).toEqual(['Posebni postupak oporezivanja marže – rabljena dobra']);
  expect(margin({ VatExemption: 'VATEX-EU-D' }).legends).toEqual([
    'Posebni postupak oporezivanja – putničke agencije',
  ]);
  expect(paper(record({})).legends).toEqual([]);
});
