/** What of all requests belongs into the audit trail, by method and path. */
import { plainPath } from '../../access/rules.ts';
import type { TrailWhat } from '../../trail/wire.ts';

/** A row; `*` in a path stands for the rest. */
interface Act {
  /** `*` for any that changes something. */
  method: string;
  path: string;
  what: TrailWhat;
  /** That it was refused is worth a line, too. */
  refused?: true;
}

/** The first that fits decides. */
const ACTS: readonly Act[] = [
  { method: 'POST', path: '/control/session', what: 'signIn', refused: true },
  { method: 'DELETE', path: '/control/session', what: 'signOut' },
  { method: 'POST', path: '/control/session/password', what: 'password', refused: true },
  { method: '*', path: '/control/people*', what: 'people', refused: true },
  { method: '*', path: '/control/profile*', what: 'settings', refused: true },
  { method: '*', path: '/profile', what: 'settings', refused: true },
  { method: 'POST', path: '/cfg', what: 'cfg' },
  { method: 'POST', path: '/control/keys', what: 'certificate' },
  { method: '*', path: '/control/partners*', what: 'certificate' },
  { method: '*', path: '/control/units/*', what: 'units' },
  { method: 'POST', path: '/control/country/*', what: 'country' },
  { method: 'POST', path: '/control/setup/save', what: 'cfg' },
  { method: 'POST', path: '/control/setup/backup', what: 'backupFolder' },
  // What only looks or tries (search, test, look, scans, level, display) leaves nothing behind.
  { method: 'POST', path: '/control/devices/use*', what: 'devices' },
  { method: 'POST', path: '/control/devices/learn', what: 'devices' },
  { method: 'POST', path: '/control/devices/login', what: 'devices' },
  { method: 'POST', path: '/control/devices/drawer', what: 'devices' },
  { method: 'POST', path: '/control/devices/print', what: 'devices' },
  { method: 'POST', path: '/control/devices/job', what: 'devices' },
  { method: 'POST', path: '/control/receipts/void', what: 'void' },
  { method: 'POST', path: '/register/void', what: 'void' },
  { method: 'POST', path: '/register/void/last', what: 'void' },
  { method: 'POST', path: '/control/report', what: 'report' },
  { method: 'POST', path: '/control/exports', what: 'export' },
  { method: 'GET', path: '/control/exports/*', what: 'exportTaken' },
  { method: 'DELETE', path: '/control/exports/*', what: 'exportRemoved' },
  { method: 'GET', path: '/export', what: 'exportTaken' },
  { method: 'GET', path: '/control/export', what: 'exportTaken' },
  { method: 'POST', path: '/service/config', what: 'backupFolder' },
  { method: 'POST', path: '/control/backups/folder', what: 'backupFolder' },
  { method: 'POST', path: '/control/backups/hour', what: 'backupHour' },
  { method: 'POST', path: '/control/backups/restore', what: 'restore', refused: true },
  { method: 'POST', path: '/control/backups/drill', what: 'drill' },
  { method: 'POST', path: '/control/backups/run', what: 'backup' },
  { method: 'GET', path: '/backup', what: 'backupTaken' },
  { method: 'GET', path: '/backup/log', what: 'backupTaken' },
  { method: 'GET', path: '/backup/incremental', what: 'backup' },
  { method: 'POST', path: '/backup/restore', what: 'restore', refused: true },
  { method: 'POST', path: '/control/support', what: 'support' },
  { method: 'POST', path: '/control/journal/*', what: 'mending' },
  { method: 'POST', path: '/control/recorder/row', what: 'mending' },
  { method: 'POST', path: '/disk/clean', what: 'disk' },
  { method: 'POST', path: '/service/restart', what: 'restart' },
  { method: 'POST', path: '/lic', what: 'licence' },
  { method: 'POST', path: '/control/places/free', what: 'places' },
  { method: 'POST', path: '/control/e-invoices/*', what: 'eInvoices' },
];

/** What a request does; null for all that nobody wants to read about. */
export function actOf(method: string, path: string): Pick<Act, 'what' | 'refused'> | null {
  const plain = plainPath(path);
  return ACTS.find((act) => isMethod(act.method, method) && isPath(act.path, plain)) ?? null;
}

function isMethod(wanted: string, method: string): boolean {
  return wanted === '*' ? method === 'POST' || method === 'PUT' || method === 'DELETE' : wanted === method;
}

function isPath(wanted: string, plain: string): boolean {
  return wanted.endsWith('*') ? plain.startsWith(wanted.slice(0, -1)) : plain === wanted;
}
