/** Attributes of the profile that Slovenia has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fis_QR',
  'Fiscal_Test',
  'Fiscal_Timeout',
  'TEST_Verify_err',
  {
    name: 'SI_Code',
    type: { kind: 'choice', values: ['qr', 'pdf417', 'code128', 'code128-2', 'code128-3'] },
    standard: 'qr',
  },
  { name: 'SI_Furs', type: { kind: 'address' }, danger: true, guarded: true },
  { name: 'SI_FursCA', type: { kind: 'path' } },
  {
    name: 'SI_Numbering',
    type: { kind: 'choice', values: ['device', 'premises', 'pos'] },
    standard: 'device',
  },
];
