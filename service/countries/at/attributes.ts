/** Attributes of the profile that Austria has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fis_QR',
  'Fiscal_Test',
  'Fiscal_Timeout',
  'SignServer',
  { name: 'AT_FinanzOnline', type: { kind: 'address' }, danger: true },
  { name: 'AT_FinanzOnlineCA', type: { kind: 'path' } },
  { name: 'Fis_Link', type: { kind: 'address' }, register: true },
  { name: 'Fis_OCR', type: { kind: 'flag' }, register: true },
  { name: 'Register_disable', type: { kind: 'flag' }, danger: true },
  { name: 'SC_ignore', type: { kind: 'pattern' } },
  { name: 'SC_Log', type: { kind: 'flag' } },
  { name: 'Sign_debug', type: { kind: 'flag' } },
];
