/**
 * Every attribute of the profile (doc 2, "Profile attributes") and Tillmark's
 * own ones: the service reads none that is not here. Those of one country are in
 * its folder. What each does is told on the control page, under `settings.effect`
 * in resources/locales.
 */
import type { AttributeFacts } from '../countries/contract/attribute.ts';
import { COUNTRIES } from '../countries/list.ts';

/** Where an attribute has an effect: ISO 3166 codes of countries, or a kind of installation. */
export type AttributeScope =
  'all' | 'files' | 'cloud' | 'fiscal' | 'printers' | 'internal' | readonly string[];

/** What is known of an attribute. */
export interface AttributeRow extends AttributeFacts {
  scope: AttributeScope;
}

const FLAG = { kind: 'flag' } as const;
const TEXT = { kind: 'text' } as const;
const PATH = { kind: 'path' } as const;
const SECRET = { kind: 'secret' } as const;
const PATTERN = { kind: 'pattern' } as const;

const LONG_MS = 600_000;

const milliseconds = (least: number, most: number) => ({ kind: 'number', unit: 'ms', least, most }) as const;
const choice = (...values: string[]) => ({ kind: 'choice', values }) as const;

/** Attributes that are not of one country alone; `countries`: of those that name it among theirs. */
const GENERAL: readonly (AttributeFacts & { scope: AttributeScope | 'countries' })[] = [
  { name: 'App_restart', scope: 'all', type: { kind: 'time', bare: true }, standard: '3:00' },
  { name: 'Device_Auth', scope: 'all', type: SECRET, register: true },
  { name: 'Display', scope: 'all', type: choice('epson', 'cd5220'), register: true },
  { name: 'Display_Port', scope: 'all', type: TEXT, register: true },
  { name: 'Drawer', scope: 'all', type: choice('posiflex'), register: true },
  { name: 'Drawer_Port', scope: 'all', type: TEXT, register: true },
  { name: 'EInvoice_Folder', scope: 'all', type: PATH },
  { name: 'EInvoice_Mail', scope: 'all', type: TEXT },
  { name: 'EInvoice_MailFrom', scope: 'all', type: TEXT },
  { name: 'EInvoice_MailUser', scope: 'all', type: TEXT },
  { name: 'EInvoice_Routes', scope: 'all', type: { kind: 'text', form: 'routes' } },
  { name: 'EInvoice_Sender', scope: 'all', type: TEXT },
  { name: 'EInvoice_TestFolder', scope: 'all', type: PATH },
  { name: 'EInvoice_TestMail', scope: 'all', type: TEXT },
  { name: 'EInvoice_TestUrl', scope: 'all', type: { kind: 'address' } },
  { name: 'EInvoice_Url', scope: 'all', type: { kind: 'address' } },
  { name: 'FileWatch_path', scope: 'files', type: PATH, restart: true },
  { name: 'Fis_QR', scope: 'countries', type: { kind: 'picture' }, register: true },
  { name: 'Fis_TotCheckout', scope: 'all', type: FLAG, register: true },
  { name: 'Fiscal_Log', scope: 'all', type: FLAG, register: true },
  { name: 'Fiscal_acceptUnauthorized', scope: 'countries', type: FLAG },
  {
    name: 'Fiscal_Rules',
    scope: 'countries',
    type: {
      kind: 'text',
      like: {
        pattern: String.raw`NF525|LNE|(?:289|384)(?:/\d{4})?`,
        text: 'must be NF525 or LNE (France), 289/2008 or 384/2025 (Slovakia)',
      },
    },
  },
  { name: 'Fiscal_Server', scope: 'printers', type: TEXT, register: true },
  {
    name: 'Fiscal_Test',
    scope: 'countries',
    type: FLAG,
    danger: true,
    guarded: true,
  },
  {
    name: 'Fiscal_Timeout',
    scope: 'countries',
    type: milliseconds(1, LONG_MS),
    standard: '5000',
  },
  { name: 'Fiscal_ZLaunch', scope: 'all', type: FLAG, register: true },
  { name: 'HttpServer_AllowCredentials', scope: 'all', type: FLAG, danger: true },
  { name: 'HttpServer_AllowOrigin', scope: 'all', type: { kind: 'origin' }, danger: true },
  { name: 'HttpServer_Disable', scope: 'all', type: FLAG, restart: true, danger: true },
  { name: 'HttpServer_Hosts', scope: 'all', type: TEXT },
  {
    name: 'HttpServer_HSTS',
    scope: 'all',
    type: { kind: 'number', unit: 's', least: 0, most: 31_536_000 },
    standard: '86400',
  },
  { name: 'HttpServer_IPv4', scope: 'all', type: FLAG, restart: true },
  {
    name: 'HttpServer_respond102',
    scope: 'all',
    type: { ...milliseconds(1, LONG_MS), bare: true },
    standard: '9000',
  },
  { name: 'HttpServer_respond200', scope: 'all', type: FLAG },
  { name: 'IO_debug', scope: 'all', type: FLAG },
  { name: 'IO_DeferTimeout', scope: 'all', type: milliseconds(0, 60_000), standard: '1000' },
  { name: 'IO_nosync', scope: 'all', type: FLAG, danger: true },
  {
    name: 'Lan_Key',
    scope: 'all',
    type: { kind: 'secret', least: 16 },
    restart: true,
  },
  { name: 'Log_debug', scope: 'all', type: FLAG },
  {
    name: 'Log_length',
    scope: 'all',
    type: { kind: 'number', unit: 'characters', least: 80, most: 200_000 },
    standard: '2000',
  },
  { name: 'Log_nocalls', scope: 'all', type: FLAG },
  { name: 'Log_remove', scope: 'all', type: PATTERN },
  {
    name: 'Normalize_D',
    scope: 'all',
    type: { kind: 'number', unit: 'days', least: 0, most: 3650 },
    standard: '7',
    register: true,
  },
  {
    name: 'Normalize_D_ahead',
    scope: 'all',
    type: { kind: 'number', unit: 'min', least: 0, most: 14 * 24 * 60 },
    standard: '15',
    register: true,
  },
  {
    name: 'Print_Copies',
    scope: 'all',
    type: { kind: 'number', unit: 'copies', least: 0, most: 9 },
    standard: '0',
    register: true,
  },
  { name: 'Print_Log', scope: 'all', type: FLAG, register: true },
  { name: 'Print_Logo', scope: 'all', type: PATH, register: true },
  {
    name: 'Print_Receipts',
    scope: 'all',
    type: choice('each', 'request'),
    standard: 'each',
    register: true,
  },
  { name: 'Printer', scope: 'all', type: TEXT, register: true },
  {
    name: 'Printer_Columns',
    scope: 'all',
    type: choice('32', '42', '48'),
    register: true,
  },
  {
    name: 'Printer_Drawer',
    scope: 'all',
    type: choice('high', 'low'),
    register: true,
  },
  { name: 'Printer_Log', scope: 'printers', type: FLAG, register: true },
  {
    name: 'Printer_Paper',
    scope: 'all',
    type: choice('58', '80'),
    standard: '80',
    register: true,
  },
  { name: 'Printer_Port', scope: 'all', type: TEXT, register: true },
  { name: 'Recorder_init', scope: 'all', type: milliseconds(0, LONG_MS), standard: '10000' },
  { name: 'Recorder_Log', scope: 'all', type: FLAG },
  { name: 'Recorder_Seal', scope: 'all', type: { kind: 'text', form: 'sealing' }, danger: true },
  { name: 'Recorder_SealKey', scope: 'all', type: { kind: 'secret', form: 'companyKey' } },
  { name: 'Recorder_staging', scope: 'internal', type: FLAG, restart: true, danger: true },
  { name: 'Recorder_stagingUrl', scope: 'internal', type: { kind: 'address' } },
  { name: 'Recorder_url', scope: 'all', type: { kind: 'address' }, danger: true },
  { name: 'Reg_test', scope: 'cloud', type: FLAG, danger: true, guarded: true },
  {
    name: 'Register_max',
    scope: 'all',
    type: { kind: 'number', unit: 'registers', least: 1, most: 10_000 },
    standard: '2000',
  },
  {
    name: 'Register_maxCompany',
    scope: 'cloud',
    type: { kind: 'number', unit: 'registers', least: 1, most: 10_000 },
    standard: '100',
  },
  { name: 'SC_disable', scope: 'all', type: FLAG, danger: true },
  { name: 'SignServer', scope: 'countries', type: FLAG },
  { name: 'SoftwareProvider', scope: 'cloud', type: TEXT },
  { name: 'TEST_RC', scope: 'all', type: choice('OK', 'NO', 'BAD'), danger: true },
  { name: 'TEST_Verify_err', scope: 'countries', type: FLAG },
  { name: 'Time_server', scope: 'all', type: TEXT },
  { name: 'Tra_DH', scope: 'all', type: FLAG, register: true },
  { name: 'UdpServer_disable', scope: 'all', type: FLAG, danger: true },
];

const OF_COUNTRIES = COUNTRIES.map(({ code, attributes = [] }) => ({ code, attributes })).sort((a, b) =>
  a.code < b.code ? -1 : 1,
);

function countriesWith(name: string): string[] {
  return OF_COUNTRIES.filter(({ attributes }) => attributes.includes(name)).map(({ code }) => code);
}

const ROWS: readonly AttributeRow[] = [
  ...GENERAL.map((row) => ({
    ...row,
    scope: row.scope === 'countries' ? countriesWith(row.name) : row.scope,
  })),
  ...OF_COUNTRIES.flatMap(({ code, attributes }) =>
    attributes.flatMap((each) => (typeof each === 'string' ? [] : [{ ...each, scope: [code] }])),
  ),
];

/** All attributes, in alphabetical order. */
export const ATTRIBUTES = ROWS.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));

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
