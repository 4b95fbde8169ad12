/**
 * Every attribute of the profile (doc 2, "Profile attributes") and Tillmark's
 * own ones: the service reads none that is not here. What each does is told on
 * the control page, under `settings.effect` in resources/locales.
 */
import type { AttributeType } from './attribute-types.ts';

/** Where an attribute has an effect: ISO 3166 codes of countries, or a kind of installation. */
export type AttributeScope =
  'all' | 'files' | 'cloud' | 'fiscal' | 'printers' | 'internal' | readonly string[];

/** What is known of an attribute. */
export interface AttributeRow {
  /** In its spelling; names are found in any case. */
  name: string;
  scope: AttributeScope;
  type: AttributeType;
  /** What counts when it is not set, as it would be written; left out for off and for nothing. */
  standard?: string;
  /** A change counts after the next start only. */
  restart?: true;
  /** This version reads it; the others are checked and kept. */
  used?: true;
  /** A register may have a value of its own (`/profile?RN=`); the service's counts for the others. */
  register?: true;
  /**
   * Setting it loses receipts, stops sales, keeps them from the authority or lets others in: pages ask once more
   * and say what will happen (`settings.danger` in resources/locales). Switching it off or removing it does not.
   */
  danger?: true;
  /** Decides whether receipts count: while they do, a change needs the manager's password (`guarded.ts`). */
  guarded?: true;
}

const FLAG = { kind: 'flag' } as const;
const TEXT = { kind: 'text' } as const;
const PATH = { kind: 'path' } as const;
const SECRET = { kind: 'secret' } as const;
const ADDRESS = { kind: 'address' } as const;
const PATTERN = { kind: 'pattern' } as const;

const LONG_MS = 600_000;
/** M is left out: it stands for documents that were made by hand. */
const SERIES_LETTERS = [...'ABCDEFGHIJKLNOPQRSTUVWXYZ'];

const milliseconds = (least: number, most: number) => ({ kind: 'number', unit: 'ms', least, most }) as const;
const choice = (...values: string[]) => ({ kind: 'choice', values }) as const;

/** All attributes, in alphabetical order. */
export const ATTRIBUTES: readonly AttributeRow[] = [
  { name: 'App_restart', scope: 'all', type: { kind: 'time', bare: true }, standard: '3:00', used: true },
  { name: 'AT_FinanzOnline', scope: ['AT'], type: ADDRESS, used: true, danger: true },
  { name: 'AT_FinanzOnlineCA', scope: ['AT'], type: PATH, used: true },
  { name: 'Device_Auth', scope: 'all', type: SECRET },
  { name: 'FileWatch_path', scope: 'files', type: PATH, restart: true, used: true },
  { name: 'Fis_Certification', scope: ['FR'], type: TEXT, standard: 'B0000' },
  { name: 'Fis_Code', scope: ['CZ'], type: FLAG },
  { name: 'Fis_Link', scope: ['AT'], type: ADDRESS, used: true, register: true },
  { name: 'Fis_OCR', scope: ['AT'], type: FLAG, used: true, register: true },
  { name: 'Fis_QR', scope: ['AT', 'DE', 'SI'], type: { kind: 'picture' }, used: true, register: true },
  { name: 'Fis_TotCheckout', scope: 'all', type: FLAG, used: true, register: true },
  { name: 'Fiscal_acceptUnauthorized', scope: ['CZ'], type: FLAG },
  { name: 'Fiscal_ApiKey', scope: ['PT'], type: TEXT, restart: true, used: true, guarded: true },
  { name: 'Fiscal_BackupAt', scope: ['DE'], type: { kind: 'time' }, standard: '04:00' },
  { name: 'Fiscal_Log', scope: 'all', type: FLAG, used: true, register: true },
  { name: 'Fiscal_Rules', scope: ['FR', 'SK'], type: TEXT },
  {
    name: 'Fiscal_Test',
    scope: ['AT', 'CZ', 'DE', 'FR', 'HR', 'PT', 'SI', 'SK'],
    type: FLAG,
    used: true,
    danger: true,
    guarded: true,
  },
  {
    name: 'Fiscal_Timeout',
    scope: ['AT', 'CZ', 'DE', 'HR', 'IT', 'SI', 'SK'],
    type: milliseconds(1, LONG_MS),
    standard: '5000',
    used: true,
  },
  {
    name: 'Fiscal_YearEnd',
    scope: ['FR'],
    type: { kind: 'number', unit: 'month', least: 1, most: 12 },
    standard: '12',
  },
  { name: 'Fiscal_ZLaunch', scope: 'all', type: FLAG, used: true, register: true },
  { name: 'FN_series', scope: ['PT'], type: choice(...SERIES_LETTERS), used: true, register: true },
  { name: 'HttpServer_AllowCredentials', scope: 'all', type: FLAG, used: true, danger: true },
  { name: 'HttpServer_AllowOrigin', scope: 'all', type: { kind: 'origin' }, used: true, danger: true },
  { name: 'HttpServer_Disable', scope: 'all', type: FLAG, restart: true, used: true, danger: true },
  { name: 'HttpServer_Hosts', scope: 'all', type: TEXT, used: true },
  {
    name: 'HttpServer_HSTS',
    scope: 'all',
    type: { kind: 'number', unit: 's', least: 0, most: 31_536_000 },
    standard: '86400',
    used: true,
  },
  { name: 'HttpServer_IPv4', scope: 'all', type: FLAG, restart: true, used: true },
  {
    name: 'HttpServer_respond102',
    scope: 'all',
    type: { ...milliseconds(1, LONG_MS), bare: true },
    standard: '9000',
    used: true,
  },
  { name: 'HttpServer_respond200', scope: 'all', type: FLAG, used: true },
  { name: 'IO_debug', scope: 'all', type: FLAG, used: true },
  { name: 'IO_DeferTimeout', scope: 'all', type: milliseconds(0, 60_000), standard: '1000', used: true },
  { name: 'IO_nosync', scope: 'all', type: FLAG, used: true, danger: true },
  {
    name: 'Lan_Key',
    scope: 'all',
    type: { kind: 'secret', least: 16 },
    restart: true,
    used: true,
  },
  { name: 'Log_debug', scope: 'all', type: FLAG, used: true },
  {
    name: 'Log_length',
    scope: 'all',
    type: { kind: 'number', unit: 'characters', least: 80, most: 200_000 },
    standard: '2000',
    used: true,
  },
  { name: 'Log_remove', scope: 'all', type: PATTERN, used: true },
  {
    name: 'Normalize_D',
    scope: 'all',
    type: { kind: 'number', unit: 'days', least: 0, most: 3650 },
    standard: '7',
    used: true,
    register: true,
  },
  {
    name: 'Normalize_D_ahead',
    scope: 'all',
    type: { kind: 'number', unit: 'min', least: 0, most: 14 * 24 * 60 },
    standard: '15',
    used: true,
    register: true,
  },
  { name: 'Print_Log', scope: 'all', type: FLAG },
  { name: 'Printer', scope: 'all', type: TEXT },
  { name: 'Printer_Log', scope: 'printers', type: FLAG },
  { name: 'Printer_Port', scope: 'printers', type: TEXT },
  { name: 'PT_SeriesCA', scope: ['PT'], type: PATH, used: true },
  {
    name: 'PT_SeriesServer',
    scope: ['PT'],
    type: ADDRESS,
    used: true,
    danger: true,
    guarded: true,
  },
  { name: 'Recorder_init', scope: 'all', type: milliseconds(0, LONG_MS), standard: '10000' },
  { name: 'Recorder_Log', scope: 'all', type: FLAG },
  { name: 'Recorder_staging', scope: 'internal', type: FLAG, restart: true },
  { name: 'Reg_test', scope: 'cloud', type: FLAG },
  { name: 'Register_disable', scope: ['AT'], type: FLAG, used: true, danger: true },
  {
    name: 'Register_max',
    scope: 'all',
    type: { kind: 'number', unit: 'registers', least: 1, most: 10_000 },
    standard: '2000',
    used: true,
  },
  {
    name: 'Register_maxCompany',
    scope: 'cloud',
    type: { kind: 'number', unit: 'registers', least: 1, most: 10_000 },
    standard: '100',
    used: true,
  },
  { name: 'SC_disable', scope: 'all', type: FLAG, used: true, danger: true },
  { name: 'SC_ignore', scope: ['AT'], type: PATTERN, used: true },
  { name: 'SC_Log', scope: ['AT'], type: FLAG, used: true },
  { name: 'Sign_debug', scope: ['AT'], type: FLAG, used: true },
  { name: 'SignServer', scope: ['AT', 'DE'], type: FLAG, used: true },
  { name: 'SoftwareProvider', scope: 'cloud', type: TEXT },
  { name: 'TEST_RC', scope: 'all', type: choice('OK', 'NO', 'BAD'), used: true, danger: true },
  { name: 'TEST_Verify_err', scope: ['CZ', 'SI', 'SK'], type: FLAG },
  { name: 'Time_server', scope: 'all', type: TEXT, used: true },
  { name: 'Tra_DH', scope: 'all', type: FLAG },
  { name: 'TSE_AdminPin', scope: ['DE'], type: SECRET },
  { name: 'TSE_AdminPuk', scope: ['DE'], type: SECRET },
  { name: 'TSE_BackupAt', scope: ['DE'], type: { kind: 'time', off: true } },
  { name: 'TSE_BackupDelete', scope: ['DE'], type: FLAG },
  { name: 'TSE_install', scope: ['DE'], type: FLAG, standard: 'true' },
  {
    name: 'TSE_KeepAlive',
    scope: ['DE'],
    type: { kind: 'number', unit: 's', least: 1, most: 3600 },
    standard: '10',
  },
  { name: 'TSE_MountPoint', scope: ['DE'], type: TEXT },
  { name: 'TSE_PortScan', scope: ['DE'], type: TEXT },
  { name: 'TSE_SelfTestAt', scope: ['DE'], type: { kind: 'time' }, standard: '03:05:00' },
  { name: 'TSE_TimePin', scope: ['DE'], type: SECRET },
  { name: 'TSE_TimePuk', scope: ['DE'], type: SECRET },
  { name: 'UdpServer_disable', scope: 'all', type: FLAG, used: true, danger: true },
];

const BY_NAME = new Map(ATTRIBUTES.map((row) => [row.name.toLowerCase(), row]));

/** What is known of an attribute, in any case; null when nothing is. */
export function attributeRow(name: string): AttributeRow | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

/** Names under which unknown attributes may hold what nobody should read. */
const SOUNDS_SECRET = /pin|puk|passw|secret|token|auth|credential/i;

/** True for attributes whose value is shown to nobody. */
export function isSecret(name: string): boolean {
  const row = attributeRow(name);
  return row ? row.type.kind === 'secret' : SOUNDS_SECRET.test(name);
}
