/** Attributes of the profile that Germany has (doc 2). */
import type { CountryAttribute } from '../contract/attribute.ts';

/** Its own, and the names of those that other countries have, too. */
export const ATTRIBUTES: readonly CountryAttribute[] = [
  'Fis_QR',
  'Fiscal_Test',
  'Fiscal_Timeout',
  'SignServer',
  { name: 'Fiscal_BackupAt', type: { kind: 'time' } },
  { name: 'TSE_AdminPin', type: { kind: 'secret' } },
  { name: 'TSE_AdminPuk', type: { kind: 'secret' } },
  { name: 'TSE_BackupAt', type: { kind: 'time', off: true } },
  { name: 'TSE_BackupDelete', type: { kind: 'flag' } },
  { name: 'TSE_install', type: { kind: 'flag' }, standard: 'true' },
  {
    name: 'TSE_KeepAlive',
    type: { kind: 'number', unit: 's', least: 1, most: 3600 },
    standard: '10',
  },
  { name: 'TSE_MountPoint', type: { kind: 'text' } },
  { name: 'TSE_PortScan', type: { kind: 'text' } },
  { name: 'TSE_SelfTestAt', type: { kind: 'time' }, standard: '03:05:00' },
  { name: 'TSE_TimePin', type: { kind: 'secret' } },
  { name: 'TSE_TimePuk', type: { kind: 'secret' } },
];
