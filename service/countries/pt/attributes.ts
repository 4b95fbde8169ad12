/** Attributes of the profile that Portugal has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** M is left out: it stands for documents that were made by hand. */
const SERIES_LETTERS = [...'ABCDEFGHIJKLNOPQRSTUVWXYZ'];

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fiscal_Test',
  { name: 'Fiscal_ApiKey', type: { kind: 'text' }, restart: true, guarded: true },
  { name: 'FN_series', type: { kind: 'choice', values: SERIES_LETTERS }, register: true },
  { name: 'PT_SeriesCA', type: { kind: 'path' } },
  {
    name: 'PT_SeriesServer',
    type: { kind: 'address' },
    danger: true,
    guarded: true,
  },
];
