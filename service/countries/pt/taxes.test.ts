import { describe, expect, it } from 'vitest';
import { MemoryVault } from '../../testing/country-services.ts';
import { classify, resetRates, rulesOn, setRate, taxTable, type Region } from './taxes.ts';

const DAY = '2026-01-15';

describe('Portuguese tax groups', () => {
  it.each([
    ['A', '23', 'PT', 'NOR'],
    ['B', '13', 'PT', 'INT'],
    ['C', '6', 'PT', 'RED'],
    ['AM', '22', 'PT-MA', 'NOR'],
    ['BM', '12', 'PT-MA', 'INT'],
    ['CM', '5', 'PT-MA', 'RED'],
    ['AA', '18', 'PT-AC', 'NOR'],
    ['BA', '9', 'PT-AC', 'INT'],
    ['CA', '4', 'PT-AC', 'RED'],
  ])('%s is %s %% in %s, %s', (name, rate, region, taxClass) => {
    const rules = rulesOn(DAY, 'PT');
    expect(rules.byName(name)).toMatchObject({ group: name, rate });
    expect(rules.byRate(`${rate}.00`)).toMatchObject({ group: name });
    expect(classify({ _: 'Tax', TaxG: name, Prc: rate }, DAY, 'PT')).toStrictEqual({
      region,
      class: taxClass,
    });
    expect(classify({ _: 'Tax', TaxG: 'Livros', Prc: rate }, DAY, 'PT')).toStrictEqual({
      region,
      class: taxClass,
    });
  });

  it('know exemptions by code', () => {
    expect(rulesOn(DAY, 'PT').byName('M07')).toStrictEqual({ group: 'M07', rate: '0' });
    expect(classify({ _: 'Tax', TaxG: 'M07', Prc: '0' }, DAY, 'PT')).toStrictEqual({
      region: 'PT',
      class: 'ISE',
    });
    for (const tax of [
      { TaxG: 'M99', Prc: '0' },
      { TaxG: '0%', Prc: '0.00' },
    ]) {
      expect(classify({ _: 'Tax', ...tax }, DAY, 'PT')).toMatchObject({ class: 'NS' });
    }
  });

  it.each(['a', 'D', 'M7', 'M100', 'M00', 'N01', 'constructor', ''])('do not include %j', (name) => {
    expect(rulesOn(DAY, 'PT').byName(name)).toBeNull();
  });

  it('accept the percentage of the law where the receipt format has another', () => {
    const place = (TaxG: string, Prc: string, day: string, region: Region = 'PT') =>
      classify({ _: 'Tax', TaxG, Prc }, day, region);
    expect(place('AA', '16', DAY)).toStrictEqual({ region: 'PT-AC', class: 'NOR' });
    expect(place('AA', '16', '2021-06-30')).toBeNull();
    expect(place('CM', '4', DAY)).toStrictEqual({ region: 'PT-MA', class: 'RED' });
    // 4 % alone is the reduced rate of the Azores, unless the shop is in Madeira.
    expect(place('4%', '4', DAY)).toStrictEqual({ region: 'PT-AC', class: 'RED' });
    expect(place('4%', '4', DAY, 'PT-MA')).toStrictEqual({ region: 'PT-MA', class: 'RED' });
  });

  it('go by the percentage, not by a free name that looks like a group', () => {
    expect(classify({ _: 'Tax', TaxG: 'A', Prc: '6' }, DAY, 'PT')).toStrictEqual({
      region: 'PT',
      class: 'RED',
    });
    expect(classify({ _: 'Tax', TaxG: 'A', Prc: '0' }, DAY, 'PT-MA')).toStrictEqual({
      region: 'PT-MA',
      class: 'NS',
    });
  });

  it('have the percentage that the shop has set, from its day on', async () => {
    const vault = new MemoryVault();
    await setRate(vault, { group: 'AA', rate: '16', from: '2026-02-01' }, '2026-01-20');
    await setRate(vault, { group: 'AA', rate: '17', from: '2026-03-01' }, '2026-01-20');
    await setRate(vault, { group: 'AA', rate: '15', from: '2026-03-01' }, '2026-01-20');
    const table = taxTable({ vault });
    const rate = (day: string) => rulesOn(day, 'PT', table).byName('AA')?.rate;
    expect([rate('2026-01-31'), rate('2026-02-01'), rate('2026-02-28'), rate('2026-03-01')]).toStrictEqual([
      '18',
      '16',
      '16',
      '15',
    ]);
    expect(rulesOn('2026-03-01', 'PT', table).byRate('15')).toMatchObject({ group: 'AA' });
    expect(classify({ _: 'Tax', TaxG: 'x', Prc: '15' }, '2026-03-02', 'PT', table)).toMatchObject({
      region: 'PT-AC',
    });
    await resetRates(vault, '2026-01-21');
    expect(rulesOn('2026-03-01', 'PT', taxTable({ vault })).byName('AA')?.rate).toBe('18');
  });

  it('are still those of what was sold, after the shop has taken its percentage back', async () => {
    const vault = new MemoryVault();
    await setRate(vault, { group: 'A', rate: '19', from: '2026-02-01' }, '2026-02-01');
    await setRate(vault, { group: 'B', rate: '8', from: '2026-05-01' }, '2026-02-01');
    await resetRates(vault, '2026-03-10');
    const table = taxTable({ vault });
    const rate = (day: string) => rulesOn(day, 'PT', table).byName('A')?.rate;
    expect([rate('2026-01-31'), rate('2026-03-09'), rate('2026-03-10')]).toStrictEqual(['23', '19', '23']);
    expect(rulesOn('2026-06-01', 'PT', table).byName('B')?.rate).toBe('13');
    // The sale, and what refers to it later.
    for (const day of ['2026-02-15', '2026-03-20'])
      expect(classify({ _: 'Tax', TaxG: 'A', Prc: '19' }, day, 'PT', table)).toStrictEqual({
        region: 'PT',
        class: 'NOR',
      });
    expect(classify({ _: 'Tax', TaxG: 'B', Prc: '8' }, '2026-06-01', 'PT', table)).toBeNull();
  });

  it.each(['x', '1,3', '-'])('do not include %j', (Prc) => {
    expect(classify({ _: 'Tax', TaxG: 'A', Prc }, DAY, 'PT')).toBeNull();
  });

  it('do not include other rates', () => {
    expect(rulesOn(DAY, 'PT').byRate('7')).toBeNull();
    expect(classify({ _: 'Tax', TaxG: 'Livros', Prc: '7' }, DAY, 'PT')).toBeNull();
  });
});
