import type { TrailWhat } from '../../../service/trail/wire.ts';

/** What may have been done, in the order of a list; texts are under `care.trail.what`. */
export const WHATS: readonly TrailWhat[] = [
  ...(['settings', 'cfg', 'password', 'people', 'signIn', 'signOut'] as const),
  ...(['certificate', 'units', 'country', 'devices', 'eInvoices'] as const),
  ...(['void', 'report', 'export', 'exportTaken', 'exportRemoved'] as const),
  ...(['backupFolder', 'backupHour', 'backup', 'backupTaken', 'drill', 'restore'] as const),
  ...(['support', 'mending', 'disk', 'restart', 'licence', 'places'] as const),
];
