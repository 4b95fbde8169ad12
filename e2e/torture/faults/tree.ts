import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True for the shared memory of SQLite, which goes with the power and whose writing no call shows, and for what
 * PostgreSQL makes anew; shim.c has the same list.
 */
export const isMemory = (path: string): boolean =>
  path.endsWith('-shm') ||
  /(?:^|\/)postmaster\.(?:pid|opts)$/.test(path) ||
  /(?:^|\/)(?:pg_internal\.init|pg_stat\/|pgsql_tmp\/)/.test(path);

/** Paths of all files below a folder, without such ones. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isMemory(path));
}
