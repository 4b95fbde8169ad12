import { describe, expect, it } from 'vitest';
import type { TaxRow } from '../../../../service/countries/pt/wire.ts';
import { byRegion, classOfGroup, rateState, regionOf } from './rates.ts';

const row = (group: string, rate: string, specified: string, law: string | null): TaxRow => ({
  group,
  rate,
  specified,
  law,
  from: null,
  next: null,
});

describe('percentage in use', () => {
  it('is what receipt format and law say', () => {
    expect(rateState(row('A', '23', '23', null))).toBe('lawful');
    expect(rateState(row('A', '23.0', '23', null))).toBe('lawful');
  });

  it('is adapted to the law', () => {
    expect(rateState(row('AA', '16', '18', '16'))).toBe('adapted');
  });

  it('differs from the law', () => {
    expect(rateState(row('AA', '18', '18', '16'))).toBe('differs');
    expect(rateState(row('A', '20', '23', null))).toBe('differs');
  });
});

describe('tax groups', () => {
  it('tell region and class by their name', () => {
    expect(['A', 'BM', 'CA'].map(regionOf)).toEqual(['PT', 'PT-MA', 'PT-AC']);
    expect(['A', 'BM', 'CA', 'X'].map(classOfGroup)).toEqual(['normal', 'intermediate', 'reduced', 'other']);
  });

  it('stand by region, the own one first', () => {
    const rows = ['A', 'B', 'AM', 'AA', 'CA'].map((group) => row(group, '1', '1', null));
    const groups = byRegion(rows, 'PT-AC').map((part) => [part.region, part.rows.map(({ group }) => group)]);
    expect(groups).toEqual([
      ['PT-AC', ['AA', 'CA']],
      ['PT', ['A', 'B']],
      ['PT-MA', ['AM']],
    ]);
    expect(byRegion([row('A', '1', '1', null)], 'PT').map(({ region }) => region)).toEqual(['PT']);
  });
});
