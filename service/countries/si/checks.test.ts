import { expect, it } from 'vitest';
import type { Esr } from '../../receipt/tra.ts';
import { checkCfg, checkReceipt } from './checks.ts';
import { exemptGroup, paper } from './paper.ts';
import { keptReferences, writtenReferences, type Reference } from './references.ts';
import { bareTaxNumber, isTaxNumber } from './tax-number.ts';
import { kindOf, rulesOn } from './taxes.ts';
import { CFG, completed, NOON, sale } from './testing/sales.ts';

const codes = (more: Partial<Esr>) =>
  checkReceipt(completed(sale([['5.00', 'A']], more)).esr, CFG).map(({ code, path }) => `${code} ${path}`);

it.each<[Partial<Esr>, string[]]>([
  [{}, []],
  [{ OprTIN: 'SI 15012557' }, []],
  [{ OprTIN: '15012558' }, ['#SI_OPERATOR ESR.OprTIN']],
  [{ OprTIN: '' }, ['#SI_OPERATOR ESR.OprTIN']],
  [{ OprTIN: '', SI_ForeignOperator: '1' }, []],
  [{ TL: 'TRGOVINA-1' }, ['#SI_PREMISES ESR.TL']],
  [{ TL: 'trgovina1' }, ['#SI_PREMISES ESR.TL']],
  [{ TT: 'BLAG 2' }, ['#SI_DEVICE ESR.TT']],
  [{ TN: '007' }, ['#SI_NUMBER ESR.TN']],
  [{ Ctm: { TaxId: 'SI12345678' } }, ['#SI_BUYER ESR.Ctm.TaxId']],
  [{ Ctm: { TaxId: '12345678', Ctry: 'SI' } }, ['#SI_BUYER ESR.Ctm.TaxId']],
  [{ Ctm: { TaxId: '12345678' } }, []],
  [{ Ctm: { TaxId: '123456789012345678901' } }, ['#SI_BUYER ESR.Ctm.TaxId']],
  [{ OprTIN: 'x', NF: 'drawer' }, []],
])('holds a receipt against the law: %j', (more, found) => {
  expect(codes(more)).toEqual(found);
});

it('wants a tax number, premises and a device that can be part of a number', () => {
  expect(checkCfg(CFG)).toEqual([]);
  const wrong = { ...CFG, Cmp: { ...CFG.Cmp, TaxId: '12345678' }, Loc: { TL: 'A-1' }, Trm: { TT: 'Ž' } };
  expect(checkCfg(wrong).map(({ path }) => path)).toEqual(['Cfg.Cmp.TaxId', 'Cfg.Loc.TL', 'Cfg.Trm.TT']);
  expect(['99999862', '10039856', '15012557'].map(isTaxNumber)).toEqual([true, true, true]);
  expect(isTaxNumber(bareTaxNumber('SI 9999 9863'))).toBe(false);
});

it.each([
  ['2013-06-30', ['A', 'B', 'C'], [null, null, null]],
  ['2019-12-31', ['A', 'B', 'C'], ['22', '9.5', null]],
  ['2026-01-01', ['A', 'B', 'C'], ['22', '9.5', '5']],
])('knows the percentages of %s', (day, groups, rates) => {
  expect(groups.map((group) => rulesOn(day).byName(group)?.rate ?? null)).toEqual(rates);
});

it('tells what bears no VAT apart', () => {
  const day = NOON.slice(0, 10);
  const kinds = ['Z', 'R', 'N', 'S', 'T', 'other'].map((TaxG) => kindOf({ _: 'Tax', TaxG, Prc: '0' }, day));
  expect(kinds).toEqual(['exempt', 'reverse', 'outside', 'special', 'other', 'exempt']);
  expect(kindOf({ _: 'Tax', TaxG: 'A', Prc: '22', MarginScheme: '1' }, day)).toBe('special');
  expect(kindOf({ _: 'Tax', TaxG: 'A', Prc: '20' }, day)).toBeNull();
});

it('prints what the law wants to read', () => {
  const printed = (more: Partial<Esr>, groups: [string, string][] = [['5.00', 'A']]) => {
    const { esr } = completed(sale(groups, more));
    return paper({ _: 'Tra', SQ: 1, RN: 'def', D: NOON, ESR: esr });
  };
  expect(printed({})).toMatchObject({ title: 'Račun', marks: [], legends: [] });
  expect(printed({ Void: '1' }).title).toBe('Storno računa');
  expect(printed({ Test: '1' }).marks).toEqual(['USPOSABLJANJE – TO NI RAČUN']);
  expect(printed({ NFS: 'payin' }).marks).toEqual(['TO NI RAČUN']);
  expect(printed({}, [['5.00', 'R']]).legends).toEqual(['Obrnjena davčna obveznost po 76.a členu ZDDV-1.']);
  const { TaxA } = completed(
    sale([
      ['1.00', 'A'],
      ['1.00', 'Z'],
      ['1.00', 'P'],
    ]),
  ).esr;
  expect(TaxA.map(exemptGroup({ D: NOON })).sort()).toEqual([
    'Oproščeno DDV',
    'Pavšalno nadomestilo',
    undefined,
  ]);
});

it('keeps references as they were', () => {
  const all: Reference[] = [
    { premises: 'TRGOVINA1', device: 'BLAG2', number: '144', time: '2026-08-06T09:00:00' },
    { book: { number: '1 2', set: '0 ', serial: '5001 0001018' }, day: '2026-08-01' },
  ];
  expect(keptReferences({ SI_References: writtenReferences(all) })).toEqual(all);
  expect(keptReferences({ SI_References: ['', 'x', 7] as unknown[] })).toEqual([]);
});
