/** The folder outside the data root that backups are kept in: one subfolder for each register. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { offsetTime } from '../clock.ts';
import type { Issue } from '../receipt/issue.ts';
import { BackupError } from './backup-error.ts';
import { readZipName } from './names.ts';
import type { ArchiveFile, StorageCheck } from './wire.ts';

/** A backup that was not finished. */
const UNFINISHED = /^\d{4,9}\.zip\.[0-9a-f]{8}\.tmp$/;
/** Archives that are looked at: one for a thousand records, ten million of them. */
const MOST_ARCHIVES = 10_000;
/** Another Tillmark may be writing to the same storage. */
const SETTLED_MS = 3_600_000;

/** What is wrong with a folder: see {@link StorageCheck}. */
export interface StorageProblem {
  problem: NonNullable<StorageCheck['problem']>;
  /** In English. */
  text: string;
}

/** The same as an issue of a request: the page has words for the problem. */
export type StorageIssue = Issue & Pick<StorageProblem, 'problem'>;

/**
 * Looks whether a folder can take backups.
 * @returns what is wrong with it in English, null when it is fine
 */
export async function checkStorage(folder: string, dataRoot: string): Promise<string | null> {
  return (await storageProblem(folder, dataRoot))?.text ?? null;
}

/** The same with a name for what is wrong. */
export async function storageProblem(folder: string, dataRoot: string): Promise<StorageProblem | null> {
  if (!path.isAbsolute(folder)) return { problem: 'notFull', text: 'it must be the full path of a folder' };
  const real = await fs.realpath(folder).catch(() => null);
  if (real === null || !(await fs.stat(real)).isDirectory())
    return { problem: 'missing', text: 'there is no such folder' };
  const inside = path.relative(await fs.realpath(dataRoot), real);
  // A copy beside the original is lost together with it.
  if (inside.split(path.sep)[0] !== '..' && !path.isAbsolute(inside))
    return { problem: 'inside', text: 'it must lie outside the data root' };
  const probe = path.join(real, `${unfinishedName('0000.zip')}`);
  try {
    await fs.writeFile(probe, '');
    await fs.rm(probe);
    return null;
  } catch (error) {
    const text = `it cannot be written (${(error as NodeJS.ErrnoException).code})`;
    return { problem: 'unwritable', text };
  }
}

/**
 * What a folder is worth for backups.
 * @param needed bytes that the backups of all registers take at most
 */
export async function lookAtStorage(folder: string, dataRoot: string, needed: number): Promise<StorageCheck> {
  const wrong = await storageProblem(folder, dataRoot);
  const check = { path: folder, problem: wrong?.problem ?? null, detail: wrong?.text ?? '', needed };
  if (wrong !== null) return { ...check, free: null, sameDisk: false };
  const space = await fs.statfs(folder).catch(() => null);
  const free = space && space.bavail * space.bsize;
  return { ...check, free, sameDisk: await isOnSameDisk(folder, dataRoot) };
}

/** Whether two folders are on one disk, as far as the system tells (OP13). */
export async function isOnSameDisk(folder: string, other: string): Promise<boolean> {
  const [there, here] = await Promise.all([fs.stat(folder), fs.stat(other)]);
  return there.dev === here.dev;
}

/** The archives in the folder of a register, newest first; none where there is no such folder. */
export async function archivesOf(folder: string): Promise<ArchiveFile[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const numbered = names
    .map((name) => ({ name, number: readZipName(name) }))
    .filter((one): one is { name: string; number: number } => one.number !== null)
    .sort((a, b) => b.number - a.number);
  const archives: ArchiveFile[] = [];
  for (const { name } of numbered.slice(0, MOST_ARCHIVES)) {
    const stat = await fs.lstat(path.join(folder, name)).catch(() => null);
    if (stat?.isFile()) archives.push({ name, size: stat.size, at: offsetTime(stat.mtimeMs) });
  }
  return archives;
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
