/** Attributes of the profile that Italy has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fiscal_acceptUnauthorized',
  'Fiscal_Timeout',
  { name: 'IT_Departments', type: { kind: 'text' }, register: true, danger: true },
];
