/** Attributes of the profile that France has (doc 2). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fiscal_Rules',
  'Fiscal_Test',
  { name: 'Fis_Certification', type: { kind: 'text' }, standard: 'B0000' },
  {
    name: 'Fiscal_YearEnd',
    type: { kind: 'number', unit: 'month', least: 1, most: 12 },
    standard: '12',
  },
];
