/** Looks for sticks where drives are mounted. */
import fs from 'node:fs';
import path from 'node:path';
import { isStick } from './files.ts';

const MOST_FOLDERS = 64;
/** `/media/USER/STICK` */
const LEVELS = 2;

/** Folders with the files of a stick: drives themselves, or folders that drives are mounted in. */
export async function sticksIn(mounts: readonly string[], signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  for (const mount of mounts) {
    for (const folder of [mount, ...(await foldersIn(mount, LEVELS))])
      if (!signal.aborted && !found.includes(folder) && (await isStick(folder))) found.push(folder);
  }
  return found;
}

/** Folders in a folder, so many levels deep; none where it cannot be read. */
async function foldersIn(folder: string, levels: number): Promise<string[]> {
  if (levels === 0) return [];
  const entries = await fs.promises.readdir(folder, { withFileTypes: true }).catch(() => []);
  const own = entries
    .filter((entry) => entry.isDirectory())
    .slice(0, MOST_FOLDERS)
    .map(({ name }) => path.join(folder, name));
  const inner = await Promise.all(own.map((one) => foldersIn(one, levels - 1)));
  return [...own, ...inner.flat()];
}
