/** Attributes of the profile that Slovakia has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fiscal_Rules',
  'Fiscal_Test',
  'Fiscal_Timeout',
  'TEST_Verify_err',
  { name: 'SK_Ekasa', type: { kind: 'address' }, danger: true, guarded: true },
  { name: 'SK_EkasaCA', type: { kind: 'path' } },
  {
    name: 'SK_Ico',
    type: { kind: 'text', like: { pattern: String.raw`\d{6}|\d{8}`, text: 'must be 8 digits' } },
  },
  { name: 'SK_Ppekk', type: { kind: 'address' }, register: true, danger: true, guarded: true },
  {
    name: 'SK_SwId',
    type: {
      kind: 'text',
      like: { pattern: String.raw`[\da-f]{40}`, text: 'must be 40 digits and letters a to f' },
    },
  },
];
