/** Attributes of the profile that Italy has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fiscal_acceptUnauthorized',
  'Fiscal_Timeout',
  {
    name: 'IT_Departments',
    type: {
      kind: 'text',
      like: {
        pattern: String.raw`[A-Z]{1,2}=\d{1,2}(?:[\s,;]+[A-Z]{1,2}=\d{1,2})*`,
        text: 'must name tax groups with their departments, such as A=1 B=2',
      },
    },
    register: true,
    danger: true,
  },
];
