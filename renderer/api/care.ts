/** What the pages that look after a register ask for. */
import type { BackupsOverview, StorageCheck } from '../../service/backup/wire.ts';
import type { DiskOverview } from '../../service/disk/wire.ts';
import type { LogPart } from '../../service/log/wire.ts';
import type { SupportBundle } from '../../service/support/wire.ts';
import type { TrailPart } from '../../service/trail/wire.ts';
import type { LanOverview } from '../../service/wire.ts';
import { type Reply, request } from './request.ts';

const JSON_TYPE = 'application/json';
const post = <T>(url: string, body: object = {}): Promise<Reply<T>> =>
  request(url, { method: 'POST', body: JSON.stringify(body), type: JSON_TYPE });

/** Backups, drills and the last restore. */
export const askBackups = (): Promise<Reply<BackupsOverview>> => request('./control/backups');
/** What a folder is worth for backups. */
export const checkFolder = (path: string): Promise<Reply<StorageCheck>> =>
  post('./control/backups/check', { path });
/** Take a folder for the backups of every night; empty for none. */
export const setFolder = (path: string): Promise<Reply<unknown>> =>
  post('./control/backups/folder', { path });
/** Make backups at another hour of the day, 0 to 23. */
export const setBackupHour = (hour: string): Promise<Reply<unknown>> =>
  post('./control/backups/hour', { hour });
/** Back all registers up now. */
export const backUpNow = (): Promise<Reply<unknown>> => post('./control/backups/run');
/** Stop after the register that is being backed up. */
export const stopBackup = (): Promise<Reply<unknown>> =>
  request('./control/backups/run', { method: 'DELETE' });
/** Try out what the backups of a register are worth. */
export const beginDrill = (rn: string, path?: string): Promise<Reply<unknown>> =>
  post('./control/backups/drill', { rn, ...(path !== undefined && { path }) });
/** Stop it. */
export const stopDrill = (): Promise<Reply<unknown>> =>
  request('./control/backups/drill', { method: 'DELETE' });

/** Restore a register. @param code of doubts that a manager has confirmed */
export const restore = (rn: string, path: string, code?: string): Promise<Reply<unknown>> =>
  post('./control/backups/restore', { rn, path, ...(code !== undefined && { confirm: code }) });

/** What takes the disk, and how long it lasts. */
export const askDisk = (): Promise<Reply<DiskOverview>> => request('./control/disk');
/** The tills of the shop's network. */
export const askLan = (): Promise<Reply<LanOverview>> => request('./control/lan');
/** Lines of the log behind a number. @param waits until there is one */
export const askLog = (after: number, waits: boolean): Promise<Reply<LogPart>> =>
  request(`./control/log?after=${after}${waits ? '&wait=1' : ''}`);
/** Make a support bundle. */
export const makeBundle = (): Promise<Reply<SupportBundle>> => post('./control/support');
/** Where a bundle is saved from. */
export const bundleUrl = (id: string): string => `./control/support/${encodeURIComponent(id)}`;

/** What to look for in the audit trail; empty: anything. */
export interface TrailQuestion {
  from: string;
  till: string;
  what: string;
  text: string;
}

/** The audit trail. @param before number of the oldest entry that is known */
export function askTrail(question: TrailQuestion, before?: number): Promise<Reply<TrailPart>> {
  const query = trailQuery(question);
  if (before !== undefined) query.set('before', String(before));
  return request(`./control/audit-trail?${query.toString()}`);
}

/** Where it is saved from as a table. */
export function trailCsvUrl(question: TrailQuestion): string {
  return `./control/audit-trail/csv?${trailQuery(question).toString()}`;
}

function trailQuery(question: TrailQuestion): URLSearchParams {
  return new URLSearchParams(Object.entries(question).filter(([, value]) => (value as string) !== ''));
}
