import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxTable } from '../../../receipt/taxes.ts';
import type { Tax } from '../../../receipt/tra.ts';
import { NO_TURNOVER, SET_NAMES } from './machine-code.ts';
import { DEFAULT_TABLE, rulesOn, taxSetsOf, withOwnRates } from './tax-sets.ts';

const DAY = '2026-08-01';
const tax = (TaxG: string, Prc: string, Amt: string): Tax => ({ _: 'Tax', TaxG, Prc, Amt });

describe('Austrian tax groups', () => {
  it.each([
    ['A', '20', 'normal'],
    ['B', '10', 'reduced1'],
    ['C', '13', 'reduced2'],
    ['D', '0', 'zero'],
    ['E', '19', 'special'],
  ])('%s is %s %%, %s', (group, rate, set) => {
    expect(rulesOn(DAY).byName(group)).toStrictEqual({ group, rate });
    expect(rulesOn(DAY).byRate(`${rate}.00`)).toStrictEqual({ group, rate });
    for (const name of [group, `${rate}%`, 'Speisen']) {
      const expected = { sets: { ...NO_TURNOVER, [set]: 1234 }, warnings: [] };
      expect(taxSetsOf([tax(name, rate, '12.34')], DAY)).toStrictEqual(expected);
    }
  });

  it.each(['a', 'F', '', 'constructor', '20', 'AM'])('do not include %j', (name) => {
    expect(rulesOn(DAY).byName(name)).toBeNull();
  });

  it.each(['7', '5', '4.9', '', 'x', '-20'])('none of them has %j %%', (rate) => {
    expect(rulesOn(DAY).byRate(rate)).toBeNull();
  });

  it('count percentages of special laws as special, today and when they come back', () => {
    for (const [rate, day] of [
      ['4.9', '2026-07-01'],
      ['4.90', '2026-06-30'],
      ['5', '2021-01-01'],
      ['5', '2026-08-01'],
    ] as const) {
      const expected = { sets: { ...NO_TURNOVER, special: -150 }, warnings: [] };
      expect(taxSetsOf([tax(`${rate}%`, rate, '-1.50')], day)).toStrictEqual(expected);
    }
  });

  it('count a percentage that nobody knows as special, and say so', () => {
    const { sets, warnings } = taxSetsOf([tax('A', '20', '1.00'), tax('7%', '7', '2.00')], DAY);
    expect(sets).toStrictEqual({ ...NO_TURNOVER, normal: 100, special: 200 });
    expect(warnings).toStrictEqual([
      'ESR.TaxA[1].Prc: 7% is no Austrian tax rate; its turnover counts as Betrag-Satz-Besonders',
    ]);
    // Group E says that it is meant.
    expect(taxSetsOf([tax('E', '7', '2.00')], DAY).warnings).toStrictEqual([]);
  });

  it('go by the percentage, not by a name that looks like a group', () => {
    expect(taxSetsOf([tax('A', '10', '1.00'), tax('E', '20', '3.00')], DAY).sets).toStrictEqual({
      ...NO_TURNOVER,
      reduced1: 100,
      normal: 300,
    });
  });

  it('have the percentage that the shop has set, from its day on', () => {
    const table = withOwnRates([
      { set: 'reduced1', group: 'B', rate: '8', from: '2027-02-01' },
      { set: 'reduced1', group: 'B', rate: '9', from: '2027-01-01' },
      { set: 'zero', rate: '3', from: '2027-01-01' },
      { set: 'normal', group: 'A', rate: '10', from: '2027-01-01' },
    ]);
    const rate = (day: string) => rulesOn(day, table).byName('B')?.rate;
    expect(['2026-12-31', '2027-01-01', '2027-01-31', '2027-02-01'].map(rate)).toStrictEqual([
      '10',
      '9',
      '9',
      '8',
    ]);
    expect(rulesOn('2027-02-01', table).byRate('9')).toBeNull();
    const set = (TaxG: string, Prc: string, day: string) => {
      const { sets } = taxSetsOf([tax(TaxG, Prc, '0.01')], day, table);
      return SET_NAMES.find((name) => sets[name] === 1);
    };
    expect(set('x', '3', '2027-03-01')).toBe('zero');
    // 10 % has moved from B to A.
    expect(set('10%', '10', '2026-12-31')).toBe('reduced1');
    expect(set('10%', '10', '2027-01-01')).toBe('normal');
    // Taken back in the new year: the group of the sale says which one is meant.
    expect(set('B', '10', '2027-01-02')).toBe('reduced1');
  });

  it('sum up to the total of a receipt computed from its positions', () => {
    const position = fc.record({
      TaxG: fc.constantFrom('A', 'B', 'C', 'D', 'E', '20%', '10%', '13.0%', '0%', '19%', '4.9%', '7%'),
      amount: fc.integer({ min: -100_000, max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.array(position, { maxLength: 12 }), fc.boolean(), (positions, net) => {
        const pos = positions.map(({ TaxG }) => ({ _: 'Pos', TaxG }));
        const amounts = positions.map(({ amount }) => amount);
        const { taxes, gross, issues } = taxTable(pos, amounts, undefined, net, rulesOn(DAY), 2);
        const { sets } = taxSetsOf(taxes, DAY);
        expect(issues).toStrictEqual([]);
        expect(SET_NAMES.reduce((sum, name) => sum + sets[name], 0)).toBe(gross);
      }),
    );
  });

  it('are data in good order', () => {
    for (const { set, rate, from = '2000-01-01', till = '2000-01-01' } of DEFAULT_TABLE) {
      expect(SET_NAMES).toContain(set);
      expect(rate).toMatch(/^\d+(\.\d*[1-9])?$/);
      for (const day of [from, till]) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });
});
