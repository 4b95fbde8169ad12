import { expect, it } from 'vitest';
import type { Cfg } from '../../receipt/cfg.ts';
import { Companies } from './companies.ts';

it('tells the terminals of one company, and none of another one with its tax id', () => {
  const companies = new Companies();
  const cfg = (TT: string, CompanyId: string, TaxId = 'FR40303265045'): Cfg => ({
    Cmp: { Ctry: 'FR', TaxId },
    Loc: { TL: 'A' },
    Trm: { TT },
    Cloud: { CompanyId },
  });
  companies.set('a', cfg('1', '7'), '2026-05-04');
  companies.set('b', cfg('2', '7'), '2026-05-04');
  companies.set('c', cfg('3', '8'), '2026-05-04');
  companies.set('d', cfg('4', '7', 'FR83404833048'), '2026-05-04');
  expect(companies.workstations(cfg('1', '7'))).toEqual([
    { TL: 'A', TT: '1' },
    { TL: 'A', TT: '2' },
  ]);
  companies.set('b', cfg('5', '7'), '2026-05-05');
  expect(companies.workstations(cfg('1', '7')).map(({ TT }) => TT)).toEqual(['1', '5']);
  expect(companies.workstations(cfg('1', '9'))).toEqual([]);
});
