/** Pages of the control page, as the hash of its address names them. */
export type PageName =
  | ('status' | 'signIn' | 'day' | 'receipts' | 'fiscal' | 'devices' | 'paper' | 'units' | 'eInvoices')
  | ('people' | 'settings' | 'start')
  | CarePageName
  | DeveloperPageName;

/** Pages that look after a register, in their order. */
export const CARE_PAGES = ['exports', 'backups', 'auditTrail', 'lan', 'disk', 'log', 'support'] as const;

/** Those of them that auditors see. */
export const AUDITORS_CARE_PAGES: readonly CarePageName[] = ['exports', 'auditTrail'];

/** See {@link CARE_PAGES}. */
export type CarePageName = (typeof CARE_PAGES)[number];

/** Pages for whoever connects a POS, in their order. */
export const DEVELOPER_PAGES = ['try', 'requests', 'checklist'] as const;

/** See {@link DEVELOPER_PAGES}. */
export type DeveloperPageName = (typeof DEVELOPER_PAGES)[number];

/** Where a page is found: a plain link, so that it can be bookmarked and opened in another tab. */
export const PAGE_HASH: Record<PageName, string> = {
  status: '#/',
  signIn: '#/sign-in',
  day: '#/day',
  receipts: '#/receipts',
  fiscal: '#/fiscal',
  devices: '#/devices',
  paper: '#/paper',
  units: '#/units',
  eInvoices: '#/e-invoices',
  people: '#/people',
  settings: '#/settings',
  exports: '#/exports',
  backups: '#/backups',
  auditTrail: '#/audit-trail',
  lan: '#/lan',
  disk: '#/disk',
  log: '#/log',
  support: '#/support',
  start: '#/start',
  try: '#/try',
  requests: '#/requests',
  checklist: '#/checklist',
};

/** Whether a page is for whoever connects a POS. */
export function isForDevelopers(page: PageName): page is DeveloperPageName {
  return DEVELOPER_PAGES.some((name) => name === page);
}

/** Whether a page looks after a register. */
export function isForCare(page: PageName): page is CarePageName {
  return CARE_PAGES.some((name) => name === page);
}
/** Pages whose address goes on behind a slash: `#/settings/network`. */
const WITH_PARTS: readonly PageName[] = ['settings', 'start', 'fiscal', 'units'];

/** Part of a page that the set-up assistant led to: it shows the way back. */
export const FROM_SET_UP = 'set-up';

/** The page a hash asks for; a stranger's hash asks for the status. */
export function pageIn(hash: string): PageName {
  const pages = Object.entries(PAGE_HASH) as [PageName, string][];
  const isIn = ([page, own]: [PageName, string]) =>
    own === hash || (WITH_PARTS.includes(page) && hash.startsWith(`${own}/`));
  return pages.find(isIn)?.[0] ?? 'status';
}

/** The part of a page that a hash asks for; empty where it names none. */
export function partIn(hash: string): string {
  return /^#\/[\w-]+\/([\w-]+)$/.exec(hash)?.[1] ?? '';
}
