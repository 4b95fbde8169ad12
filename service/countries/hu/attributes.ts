/** Attributes of the profile that Hungary has (doc 2). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fiscal_Test',
  'Fiscal_Timeout',
  { name: 'HU_Nav', type: { kind: 'address' }, danger: true, guarded: true },
];
