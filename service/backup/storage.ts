/** The folder outside the data root that backups are kept in: one subfolder for each register. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './backup-error.ts';
import { readZipName } from './names.ts';

/** A backup that was not finished. */
const UNFINISHED = /^\d{4,9}\.zip\.[0-9a-f]{8}\.tmp$/;
/** Another Tillmark may be writing to the same storage. */
const SETTLED_MS = 3_600_000;

/**
 * Looks whether a folder can take backups.
 * @returns what is wrong with it, null when it is fine
 */
export async function checkStorage(folder: string, dataRoot: string): Promise<string | null> {
  if (!path.isAbsolute(folder)) return 'it must be the full path of a folder';
  const real = await fs.realpath(folder).catch(() => null);
  if (real === null || !(await fs.stat(real)).isDirectory()) return 'there is no such folder';
  const inside = path.relative(await fs.realpath(dataRoot), real);
  // A copy beside the original is lost together with it.
  if (inside.split(path.sep)[0] !== '..' && !path.isAbsolute(inside))
    return 'it must lie outside the data root';
  const probe = path.join(real, `${unfinishedName('0000.zip')}`);
  try {
    await fs.writeFile(probe, '');
    await fs.rm(probe);
    return null;
  } catch (error) {
    return `it cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** A name for an archive until it is complete. */
export function unfinishedName(name: string): string {
  return `${name}.${randomUUID().slice(0, 8)}.tmp`;
}

/**
 * The folder of a register in a storage, created when it is missing.
 * @throws BackupError
 */
export async function registerFolder(storage: string, name: string): Promise<string> {
  const folder = path.join(storage, name);
  await fs.mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // A link could lead anywhere.
  if (!(await fs.lstat(folder)).isDirectory()) throw new BackupError(`${folder} is no folder`);
  return folder;
}

/** Path of the newest backup in a register's folder, null when there is none. */
export async function newestIn(folder: string): Promise<string | null> {
  let newest: { number: number; name: string } | null = null;
  for (const name of await fs.readdir(folder)) {
    const number = readZipName(name);
    if (number !== null && (!newest || number > newest.number)) newest = { number, name };
  }
  return newest && path.join(folder, newest.name);
}

/** Removes what crashes have left in a register's folder. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    if (!UNFINISHED.test(name)) continue;
    const file = path.join(folder, name);
    const stat = await fs.lstat(file).catch(() => null);
    // The clock of a network drive may differ from ours; what was never finished stays a while longer then.
    if (stat?.isFile() && stat.mtimeMs < Date.now() - SETTLED_MS) await fs.rm(file, { force: true });
  }
}

/** Makes sure that the names in a folder are on the disk, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => null);
  // Windows and some network drives cannot sync a folder.
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
