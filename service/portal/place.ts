/** Where a portal keeps its data, and whether there are any. */
import fs from 'node:fs';
import path from 'node:path';

/** Variables that give a portal something to do or somebody to serve. */
const TASKS = [
  'DATABASE_URL',
  'TILLMARK_PORTAL_BOOTSTRAP_KEY',
  'TILLMARK_PORTAL_HOST',
  'TILLMARK_PORTAL_PROXIES',
  'TILLMARK_PORTAL_URL',
  'TILLMARK_SMTP_URL',
];

/** Folder of the portal's data within a data root. */
export function portalFolder(dataRoot: string): string {
  return path.join(dataRoot, 'portal');
}

/** Where a portal with SQLite keeps its data. */
export function databasePlace(folder: string, databaseUrl: string | undefined): string {
  return databaseUrl ?? path.join(folder, 'portal.db');
}

/**
 * Whether the portal of a data root was ever used, or is set up to be.
 * @param env its variables
 */
export function isInUse(dataRoot: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return TASKS.some((name) => env[name]) || fs.existsSync(databasePlace(portalFolder(dataRoot), undefined));
}
