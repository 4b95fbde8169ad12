import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** True for the shared memory of SQLite: it goes with the power, and no call shows what is written there. */
export const isMemory = (path: string): boolean => path.endsWith('-shm');

/** Paths of all files below a folder, without shared memory. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isMemory(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
