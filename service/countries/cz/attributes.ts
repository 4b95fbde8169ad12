/** Attributes of the profile that Czechia has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fiscal_Test',
  'Fiscal_Timeout',
  'TEST_Verify_err',
  {
    name: 'CZ_EET',
    type: { kind: 'choice', values: ['off', 'date', '3', '4'] },
    standard: 'off',
    ...{ register: true, guarded: true },
  },
  { name: 'CZ_Eet_url', type: { kind: 'address' }, danger: true, guarded: true },
  { name: 'CZ_EetCA', type: { kind: 'path' } },
  { name: 'CZ_Simplified', type: { kind: 'flag' }, register: true },
  { name: 'CZ_id_provoz', type: { kind: 'text' }, register: true },
  { name: 'Fis_Code', type: { kind: 'flag' } },
  'Fiscal_acceptUnauthorized',
];
