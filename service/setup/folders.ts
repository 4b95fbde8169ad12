/** Folders that backups could go to: drives that are plugged in, and at last one on this disk (ST6). */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FolderProposal } from './wire.ts';

/** What the folder is called on a drive. */
const NAME = 'Tillmark-Backup';
/** A network drive that does not answer is not waited for, ms. */
const PATIENCE_MS = 1500;
/** Drives that are offered. */
const MOST = 6;
const WINDOWS_DRIVES = 'DEFGHIJKLMNOPQRSTUVWXYZ';

/** Where drives are seen on a Linux or macOS machine. */
const MOUNTED = /^\/(media|run\/media|mnt|Volumes)\//;

/**
 * Drives that can be written, those on other disks than the data first.
 * @param dataRoot full path of the data
 */
export async function proposedFolders(dataRoot: string): Promise<FolderProposal[]> {
  const places = [...(await drives()), os.homedir()];
  const looked = await Promise.all(places.map((place) => withinPatience(look(place, dataRoot))));
  const found = looked.filter((one) => one !== null);
  // The disk of the data is better than nothing where there is no other.
  return found.sort((a, b) => Number(b.isElsewhere) - Number(a.isElsewhere)).slice(0, MOST);
}

async function look(place: string, dataRoot: string): Promise<FolderProposal | null> {
  try {
    await fs.access(place, fs.constants.W_OK);
    const [{ bavail, bsize }, there, data] = await Promise.all([
      fs.statfs(place),
      fs.stat(place),
      fs.stat(dataRoot),
    ]);
    return { path: path.join(place, NAME), free: bavail * bsize, isElsewhere: there.dev !== data.dev };
  } catch {
    return null;
  }
}

async function drives(): Promise<string[]> {
  if (process.platform === 'win32') return [...WINDOWS_DRIVES].map((letter) => `${letter}:\\`);
  if (process.platform === 'darwin') {
    const names = await fs.readdir('/Volumes').catch(() => []);
    return names.map((name) => `/Volumes/${name}`);
  }
  const mounts = await fs.readFile('/proc/self/mounts', 'utf8').catch(() => '');
  return mountPoints(mounts).filter((place) => MOUNTED.test(`${place}/`));
}

/** Folders that `/proc/self/mounts` names: blanks and backslashes in them are written as octal numbers. */
export function mountPoints(mounts: string): string[] {
  return mounts.split('\n').flatMap((line) => {
    const [, place] = line.split(' ');
    return place === undefined
      ? []
      : [place.replace(/\\([0-7]{3})/g, (_all, octal: string) => String.fromCharCode(parseInt(octal, 8)))];
  });
}

async function withinPatience<T>(work: Promise<T | null>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes a folder where only its last part is missing: a typing error must not make a tree of folders.
 * @returns takes it away again, where it was made and is empty still
 */
export async function makeFolder(folder: string): Promise<() => Promise<void>> {
  if (!path.isAbsolute(folder)) return () => Promise.resolve();
  const isMade = await fs.mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  return async () => {
    if (isMade) await fs.rmdir(folder).catch(() => undefined);
  };
}
