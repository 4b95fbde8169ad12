/** Pages of the control page, as the hash of its address names them. */
export type PageName =
  'status' | 'day' | 'receipts' | 'fiscal' | 'devices' | 'paper' | 'units' | 'eInvoices' | 'settings';

/** Where a page is found: a plain link, so that it can be bookmarked and opened in another tab. */
export const PAGE_HASH: Record<PageName, string> = {
  status: '#/',
  day: '#/day',
  receipts: '#/receipts',
  fiscal: '#/fiscal',
  devices: '#/devices',
  paper: '#/paper',
  units: '#/units',
  eInvoices: '#/e-invoices',
  settings: '#/settings',
};

/** The page a hash asks for; a stranger's hash asks for the status. */
export function pageIn(hash: string): PageName {
  const pages = Object.entries(PAGE_HASH) as [PageName, string][];
  return pages.find(([, own]) => own === hash)?.[0] ?? 'status';
}
