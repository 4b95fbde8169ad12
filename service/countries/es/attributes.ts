/** Attributes of the profile that Spain has, ours: the specification names none. */
import type { CountryAttribute } from '../contract/attribute.ts';
import { REGIONS } from './region.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  { name: 'ES_Authority', type: { kind: 'address' }, used: true, danger: true, guarded: true },
  { name: 'ES_AuthorityCA', type: { kind: 'path' }, used: true },
  { name: 'ES_LROE_Activity', type: { kind: 'text' }, used: true, register: true },
  {
    ...{ name: 'ES_LROE_Model', type: { kind: 'choice', values: ['140', '240'] } },
    ...{ used: true, register: true },
  },
  {
    name: 'ES_Region',
    type: { kind: 'choice', values: REGIONS },
    standard: 'verifactu',
    used: true,
    register: true,
    guarded: true,
  },
  { name: 'ES_TBAI_License', type: { kind: 'text' }, used: true, register: true, guarded: true },
  'Fis_QR',
  'Fiscal_Test',
];
