import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Esr } from '../../receipt/tra.ts';
import { isOib as isOibOfEmulator } from '../../emulators/cis/oib.ts';
import { runs } from '../../testing/runs.ts';
import { checkCfg, checkReceipt } from './checks.ts';
import { isOib } from './oib.ts';
import { qrText } from './qr.ts';
import { isReported } from './receipt-data.ts';
import { classOf, rulesOn, withCombinedGroups } from './taxes.ts';
import { CFG, completed, NOON, sale } from './testing/sales.ts';

const codes = (more: Partial<Esr>, cfg: Cfg = CFG) =>
  checkReceipt(completed(sale([['5.00', 'A']], more)).esr, cfg).map(({ code, path }) => `${code} ${path}`);

describe('a receipt', () => {
  it.each<[Partial<Esr>, string[]]>([
    [{}, []],
    [{ OprTIN: 'HR02994650199' }, []],
    [{ OprTIN: '02994650198' }, ['#HR_OPERATOR ESR.OprTIN']],
    [{ TL: 'POSL-1' }, ['#HR_PREMISES ESR.TL']],
    [{ TL: 'Š1' }, ['#HR_PREMISES ESR.TL']],
    [{ TL: 'A'.repeat(21) }, ['#HR_PREMISES ESR.TL']],
    [{ TT: 'T1' }, ['#HR_DEVICE ESR.TT']],
    [{ TN: '0' }, ['#HR_NUMBER ESR.TN']],
    [{ TN: '017' }, ['#HR_NUMBER ESR.TN']],
    [{ TN: 'A1' }, ['#HR_NUMBER ESR.TN']],
    [{ TN: '9'.repeat(21) }, ['#HR_NUMBER ESR.TN']],
    [{ HR_SpecNamj: 'č'.repeat(1000) }, []],
    [{ HR_SpecNamj: 'č'.repeat(1001) }, ['#HR_SPECIAL ESR.HR_SpecNamj']],
    [{ HR_ParagonBrRac: 'x'.repeat(101) }, ['#HR_PAPER ESR.HR_ParagonBrRac']],
    [{ Ctm: { TaxId: 'HR85821130369' } }, ['#HR_BUYER ESR.Ctm.TaxId']],
    [{ Ctm: { TaxId: '85821130369' } }, ['#HR_BUYER ESR.Ctm.TaxId']],
    [{ Ctm: { TaxId: '85821130369', Ctry: 'IT' } }, []],
    [{ Ctm: { TaxId: 'ATU12345675' } }, []],
    [{ TaxA: [{ _: 'Tax', TaxG: 'A', Prc: '23', Amt: '5.00' }] }, ['#HR_TAX ESR.TaxA[0].Prc']],
    [{ NFS: 'payin', OprTIN: 'x' }, []],
  ])('is checked: %j', (more, expected) => {
    expect(codes(more)).toEqual(expected);
  });

  it('has no VAT of a company that is not in the VAT system', () => {
    const cfg = { ...CFG, Cmp: { ...CFG.Cmp, HR_USustPdv: '0' } };
    expect(codes({}, cfg)).toEqual(['#HR_NOT_IN_VAT ESR.TaxA[0].Prc']);
    expect(checkReceipt(completed(sale([['5.00', 'E']])).esr, cfg)).toEqual([]);
  });

  it('is reported unless it is for training or not fiscal', () => {
    expect([{}, { Void: '1' }, { Test: '1' }, { NFS: 'Training' }, { NF: 'payin' }].map(isReported)).toEqual([
      ...[true, true, false, false, false],
    ]);
  });
});

describe('a configuration', () => {
  it.each<[Cfg, string[]]>([
    [CFG, []],
    [{ ...CFG, Cmp: { ...CFG.Cmp, TaxId: 'HR18683136488' } }, ['Cfg.Cmp.TaxId']],
    [{ ...CFG, Cmp: { ...CFG.Cmp, HR_USustPdv: 'da' } }, ['Cfg.Cmp.HR_USustPdv']],
    [{ ...CFG, Loc: { TL: 'POSL 1' } }, ['Cfg.Loc.TL']],
    [{ ...CFG, Trm: { TT: 'A' } }, ['Cfg.Trm.TT']],
  ])('is checked: %#', (cfg, paths) => {
    expect(checkCfg(cfg).map(({ path }) => path)).toEqual(paths);
  });
});

describe('tax groups', () => {
  const { byName, byRate } = rulesOn('2026-08-01');

  it('are those of the law, alone or with the consumption tax', () => {
    expect(['A', 'B', 'C', 'Z', 'D', 'E', 'N'].map((name) => byName(name)?.rate)).toEqual([
      ...['25', '13', '5', '0', '0', '0', '0'],
    ]);
    expect(['A+P3', 'B+P2.5', 'E+P1'].map((name) => byName(name)?.rate)).toEqual(['28', '15.5', '1']);
    expect(['A+P3.5', 'A+P0', 'N+P3', 'X+P3', 'P3', 'F'].map(byName)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(['25.00', '0', '23'].map((rate) => byRate(rate)?.group)).toEqual(['A', 'Z', undefined]);
  });

  it('have a time', () => {
    expect(rulesOn('2013-12-31').byName('B')).toBeNull();
  });

  it('of a position with two become one', () => {
    const groups = ['A P3', ' P3  A ', 'A', 'A B', 'A P3 P2', 'P3'];
    const PosA = groups.map((TaxG) => ({ _: 'Pos', TaxG }));
    expect(withCombinedGroups({ PosA }).PosA!.map(({ TaxG }) => TaxG)).toEqual([
      ...['A+P3', 'A+P3', 'A', 'A B', 'A P3 P2', 'P3'],
    ]);
  });

  it('are found by name, else by percentage', () => {
    const kinds = (TaxG: string, Prc: string) => classOf({ _: 'Tax', TaxG, Prc }, '2026-08-01');
    expect(kinds('Piće', '25.00')).toEqual({ kind: 'vat', vat: '25', consumption: null });
    expect(kinds('D', '0')?.kind).toBe('exempt');
    expect(kinds('Ostalo', '0')).toEqual({ kind: 'vat', vat: '0', consumption: null });
    expect(kinds('A+P3', '28')).toEqual({ kind: 'vat', vat: '25', consumption: '3' });
    expect(kinds('A+P3', '27')).toBeNull();
  });
});

describe('an OIB', () => {
  it('has the check digit that others calculate', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), (digits) => {
        const all = [...'0123456789'].map((last) => digits + last);
        expect(all.map(isOib)).toEqual(all.map(isOibOfEmulator));
      }),
      { numRuns: runs(50) },
    );
    expect(['18683136487', '1868313648', '186831364870', '1868313648X', ''].map(isOib)).toEqual([
      ...[true, false, false, false, false],
    ]);
  });
});

describe('the QR code', () => {
  const JIR = 'f38748d1-d3fb-4b08-ba1b-14118c9de444';
  const zki = 'a1e6b1428f0cc755f0c82aa7a1327e35';

  // Examples of the specification.
  it.each([
    ['2020-09-21T06:30:00', 152_599, JIR, `jir=${JIR}&datv=20200921_0630&izn=152599`],
    [NOON, -10_550, JIR, `jir=${JIR}&datv=20260801_1234&izn=-10550`],
    ['2021-02-05T08:01:59', 510, null, `zki=${zki}&datv=20210205_0801&izn=510`],
  ])('is the known one: %s %d', (time, total, jir, query) => {
    expect(qrText({ time, total, zki }, jir)).toBe(`https://porezna.gov.hr/rn?${query}`);
  });
});
