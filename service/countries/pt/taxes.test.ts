import { describe, expect, it } from 'vitest';
import { classify, taxRules } from './taxes.ts';

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
    const rules = taxRules(DAY);
    expect(rules.byName(name)).toMatchObject({ group: name, rate });
    expect(rules.byRate(`${rate}.00`)).toMatchObject({ group: name });
    expect(classify({ _: 'Tax', TaxG: name, Prc: rate }, DAY)).toStrictEqual({ region, class: taxClass });
    expect(classify({ _: 'Tax', TaxG: 'Livros', Prc: rate }, DAY)).toStrictEqual({ region, class: taxClass });
  });

  it('know exemptions by code', () => {
    expect(taxRules(DAY).byName('M07')).toStrictEqual({ group: 'M07', rate: '0' });
    expect(classify({ _: 'Tax', TaxG: 'M07', Prc: '0' }, DAY)).toStrictEqual({ region: 'PT', class: 'ISE' });
    for (const tax of [
      { TaxG: 'M99', Prc: '0' },
      { TaxG: '0%', Prc: '0.00' },
    ]) {
      expect(classify({ _: 'Tax', ...tax }, DAY)).toMatchObject({ class: 'NS' });
    }
  });

  it.each(['a', 'D', 'M7', 'M100', 'N01', 'constructor', ''])('do not include %j', (name) => {
    expect(taxRules(DAY).byName(name)).toBeNull();
  });

  it('do not include other rates', () => {
    expect(taxRules(DAY).byRate('7')).toBeNull();
    expect(classify({ _: 'Tax', TaxG: 'Livros', Prc: '7' }, DAY)).toBeNull();
  });
});
