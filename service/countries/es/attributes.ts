/** Attributes of the profile that Spain has, ours: the specification names none. */
import type { CountryAttribute } from '../contract/attribute.ts';
import { REGIONS } from './region.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  { name: 'ES_Authority', type: { kind: 'address' }, danger: true, guarded: true },
  { name: 'ES_AuthorityCA', type: { kind: 'path' } },
  {
    name: 'ES_LROE_Activity',
    type: { kind: 'text', like: { pattern: String.raw`\d{1,7}`, text: 'must be 1 to 7 digits' } },
    register: true,
  },
  {
    ...{ name: 'ES_LROE_Model', type: { kind: 'choice', values: ['140', '240'] } },
    ...{ register: true },
  },
  {
    name: 'ES_Region',
    type: { kind: 'choice', values: REGIONS },
    standard: 'verifactu',
    register: true,
    guarded: true,
  },
  {
    name: 'ES_TBAI_License',
    type: {
      kind: 'text',
      like: { pattern: String.raw`[\x21-\x7e]{1,20}`, text: 'must be at most 20 signs without blanks' },
    },
    register: true,
    guarded: true,
  },
  'Fis_QR',
  'Fiscal_Test',
];
