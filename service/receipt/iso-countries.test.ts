import { expect, it } from 'vitest';
import { isCountry, readCountry } from './iso-countries.ts';

it('knows the countries of ISO 3166 and Kosovo, and no code that ISO leaves to its users', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const all = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry);
  expect(all).toHaveLength(250);
  expect(['PT', 'AT', 'GR', 'GB', 'XK', 'SS'].every(isCountry)).toBe(true);
  expect(['XX', 'ZZ', 'AA', 'QM', 'XA', 'UK', 'EL', 'EU', 'YU', 'AN', 'PR '].some(isCountry)).toBe(false);
});

it('reads a code in either case, and nothing that only looks like one', () => {
  expect(['PT', 'pt', 'Pt'].map(readCountry)).toEqual(['PT', 'PT', 'PT']);
  expect(['', 'P', 'PRT', 'XX', ' PT', 'PT\n', '\uFB01', '\u017Fe'].map(readCountry)).toEqual(
    Array(8).fill(null),
  );
});
