/** Attributes of the profile that Croatia has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fiscal_Test',
  'Fiscal_Timeout',
  { name: 'HR_Cis', type: { kind: 'address' }, danger: true, guarded: true },
  { name: 'HR_CisCA', type: { kind: 'path' } },
  { name: 'HR_SHA1', type: { kind: 'flag' } },
];
