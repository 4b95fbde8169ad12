/**
 * The backups that a restore needs: found, put in order, and held against each
 * other by what they say of themselves, before a single record is read.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { segmentOf } from '../journal/segments/name.ts';
import { BackupError } from './backup-error.ts';
import { readBackup, type BackupFile } from './backup-file.ts';
import type { BackedUpFile } from './manifest.ts';
import { readZipName } from './names.ts';

/** A journal file, and which backup to take it from. */
export interface ChainFile extends BackedUpFile {
  segment: number;
  from: BackupFile;
  /** The same file in older backups, when it was shorter or as long. */
  older: { size: number; sha256: string; in: string }[];
}

/** A register as backups hold it, from its first record on. */
export interface Chain {
  rn: string;
  /** Number of records; also the last SQ. */
  records: number;
  /** Bytes of all lines. */
  bytes: number;
  /** In the order in which they continue each other. */
  backups: BackupFile[];
  files: ChainFile[];
}

/** Entries of a folder that are looked at. */
const MOST_FILES = 100_000;

/**
 * Finds the backups of a register.
 * @param place storage folder, folder of the register in it, or one archive that holds all
 * @throws BackupError that names what is missing or wrong
 */
export async function findChain(rn: string, place: string): Promise<Chain> {
  const stat = await fs.stat(place).catch(() => null);
  if (!stat) throw new BackupError(`there is no ${place}`);
  if (!stat.isDirectory()) {
    const backup = await readBackup(place);
    checkRegister(backup, rn);
    if (backup.manifest.firstSQ !== 1) {
      const text = `begins with SQ ${backup.manifest.firstSQ}; name the folder with all backups`;
      throw new BackupError(`${place} ${text}`);
    }
    return chainOf(rn, [backup]);
  }
  const archives = await archivesIn(place);
  if (!archives.some((file) => readZipName(path.basename(file)) !== null)) {
    const found = await findInStorage(rn, place);
    if ('backups' in found) return found;
    // In a register's folder they may have been given other names; in a storage others' archives may lie about.
    if (archives.length === 0) {
      const there =
        found.others.length === 0 ? 'none at all' : `those of ${found.others.slice(0, 20).join(', ')}`;
      throw new BackupError(`${place} has no backups of register ${rn}, but ${there}`);
    }
  }
  const backups: BackupFile[] = [];
  for (const file of archives) {
    const backup = await readBackup(file);
    checkRegister(backup, rn);
    backups.push(backup);
  }
  backups.sort(inOrder);
  checkBeginnings(backups);
  checkLinks(backups);
  return chainOf(rn, backups);
}

/** Looks into the folders of a storage for the one with backups of the register. */
async function findInStorage(rn: string, storage: string): Promise<Chain | { others: string[] }> {
  const others: string[] = [];
  for (const entry of await fs.readdir(storage, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = path.join(storage, entry.name);
    const [first] = await archivesIn(folder).catch(() => []);
    if (first === undefined) continue;
    const found = await readBackup(first).catch((error: unknown) => {
      // Another register's trouble is not ours.
      if (entry.name === rn) throw error;
      return null;
    });
    if (found?.manifest.RN === rn) return findChain(rn, folder);
    if (found) others.push(found.manifest.RN);
  }
  return { others };
}

async function archivesIn(folder: string): Promise<string[]> {
  const names = await fs.readdir(folder);
  if (names.length > MOST_FILES) throw new BackupError(`${folder} has too many files`);
  return names
    .filter((name) => /^[^.].*\.zip$/i.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}

function checkRegister({ file, manifest }: BackupFile, rn: string): void {
  if (manifest.RN !== rn)
    throw new BackupError(`${file} is a backup of register ${manifest.RN}, not of ${rn}`);
}

function inOrder({ manifest: a }: BackupFile, { manifest: b }: BackupFile): number {
  return a.lastSQ - b.lastSQ || a.firstSQ - b.firstSQ;
}

/** They are of one register, not of two of the same name. */
function checkBeginnings([first, ...others]: readonly BackupFile[]): void {
  for (const { file, manifest } of others) {
    if (manifest.firstLine === first!.manifest.firstLine) continue;
    const names = `${path.basename(first!.file)} and ${path.basename(file)}`;
    throw new BackupError(`${names} are of two registers that have the same name`);
  }
}

/** Every backup finds the one that it continues. Files may have been renamed: what they were called counts. */
function checkLinks(backups: readonly BackupFile[]): void {
  for (const backup of backups) {
    const { previous } = backup.manifest;
    if (!previous) continue;
    const { name, lastSQ } = previous;
    const isIt = ({ manifest: other }: BackupFile) =>
      other !== backup.manifest && (name ?? other.name) === other.name && other.lastSQ >= lastSQ;
    if (backups.some(isIt)) continue;
    const missing = `${name ?? 'a backup'} with the records up to SQ ${lastSQ} is missing`;
    throw new BackupError(`${missing}: ${path.basename(backup.file)} continues it`);
  }
}

function chainOf(rn: string, backups: BackupFile[]): Chain {
  const files: ChainFile[] = [];
  for (const backup of backups) {
    const { firstSQ } = backup.manifest;
    // Where a file was not complete, the next backup has to have it again.
    const before = lastOf(files);
    if (firstSQ > before + 1) {
      const missing = `the records from SQ ${before + 1} to ${firstSQ - 1} are missing`;
      throw new BackupError(`${missing}: ${path.basename(backup.file)} begins with SQ ${firstSQ}`);
    }
    for (const [i, file] of backup.manifest.files.entries()) {
      const segment = segmentOf(firstSQ) + i;
      files[segment] = { ...file, segment, from: backup, older: olderOf(files[segment]) };
    }
  }
  const records = lastOf(files);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { rn, records, bytes, backups, files };
}

/** The same file in the backups so far. */
function olderOf(file: ChainFile | undefined): ChainFile['older'] {
  if (!file) return [];
  const { size, sha256, from, older } = file;
  return [...older, { size, sha256, in: path.basename(from.file) }];
}

/** Last record of the files so far: those of the newest backup come last. */
function lastOf(files: readonly ChainFile[]): number {
  return files.at(-1)?.from.manifest.lastSQ ?? 0;
}
