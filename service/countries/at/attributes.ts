/** Attributes of the profile that Austria has (doc 2, and ours). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fis_QR',
  'Fiscal_Test',
  'Fiscal_Timeout',
  'SignServer',
  { name: 'AT_FinanzOnline', type: { kind: 'address' }, used: true, danger: true },
  { name: 'AT_FinanzOnlineCA', type: { kind: 'path' }, used: true },
  { name: 'Fis_Link', type: { kind: 'address' }, used: true, register: true },
  { name: 'Fis_OCR', type: { kind: 'flag' }, used: true, register: true },
  { name: 'Register_disable', type: { kind: 'flag' }, used: true, danger: true },
  { name: 'SC_ignore', type: { kind: 'pattern' }, used: true },
  { name: 'SC_Log', type: { kind: 'flag' }, used: true },
  { name: 'Sign_debug', type: { kind: 'flag' }, used: true },
];
