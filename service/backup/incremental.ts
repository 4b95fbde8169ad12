/**
 * Backs up one register into a storage folder: what the newest backup there does
 * not hold, as the next link of the chain. While the last journal file is still
 * the same, the newest backup is replaced by a longer one.
 */
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { writeZip } from '../exports/archive.ts';
import { segmentOf } from '../journal/segments/name.ts';
import { BackupError } from './backup-error.ts';
import { readBackup, verifyBackup, type BackupFile } from './backup-file.ts';
import { contentsOf, type Contents } from './contents.ts';
import type { BackupSigner, Link } from './manifest.ts';
import { digestAt, folderOf, type BackupSource } from './source.ts';
import { newestIn, registerFolder, removeUnfinished, syncFolder, unfinishedName } from './storage.ts';

/** What a backup is made with. */
export interface Making {
  source: BackupSource;
  /** Version of this program. */
  version: string;
  signer: BackupSigner;
  /** ms since 1970. */
  now: number;
  /** The same as local time with offset. */
  created: string;
  signal: AbortSignal;
  /** Told what is being done, in English, a line at a time; first when all is checked. */
  say: (line: string) => void;
}

/** What there is afterwards. */
export interface Backed {
  /** Full path of the newest backup. */
  file: string;
  /** Bytes of what was written; null when there was nothing new. */
  size: number | null;
  /** Last record in it. */
  lastSQ: number;
}

/** Where a backup begins and what it continues. */
interface Start {
  segment: number;
  previous: Link | null;
}

/**
 * Brings the backup of a register up to date.
 * @param storage folder of all registers, see checkStorage
 * @throws BackupError when the storage holds other backups, or cannot be used; other errors of files as they come
 */
export async function backUp(rn: string, storage: string, making: Making): Promise<Backed> {
  const { source, say, signal } = making;
  const last = await source.lastSq(rn);
  if (last === 0) throw new BackupError(`register ${rn} has no records`);
  const folder = await registerFolder(storage, folderOf(source, rn));
  await removeUnfinished(folder);
  const newest = await newestIn(folder);
  let start: Start = { segment: 0, previous: null };
  if (newest !== null) {
    const backup = await readBackup(newest);
    await checkOwner(backup, rn, last, source);
    const { lastSQ } = backup.manifest;
    say(`register ${rn}: ${last} records, ${path.basename(newest)} has those up to ${lastSQ}`);
    if (lastSQ === last) return { file: newest, size: null, lastSQ };
    start = startBehind(backup, last);
  } else say(`register ${rn}: ${last} records, no backup yet`);

  signal.throwIfAborted();
  const { version, created, signer } = making;
  const part = { rn, ...start, last, created, version, signer };
  const contents = contentsOf(source, part, (name, first, until) => say(`${name}: SQ ${first} to ${until}`));
  const file = path.join(folder, contents.name);
  const size = await write(file, contents, making);
  return { file, size, lastSQ: last };
}

/** The chain goes on with what may have grown since the newest backup. */
function startBehind({ manifest }: BackupFile, last: number): Start {
  const { name, firstSQ, lastSQ, lastLine, previous } = manifest;
  if (segmentOf(lastSQ) === segmentOf(last)) return { segment: segmentOf(firstSQ), previous };
  return { segment: segmentOf(lastSQ), previous: { name, lastSQ, lastLine } };
}

/** Nobody's backups are continued with records of somebody else. */
async function checkOwner(
  { file, manifest }: BackupFile,
  rn: string,
  last: number,
  source: BackupSource,
): Promise<void> {
  const refuse = (text: string) => {
    const advice = 'use another folder, or move these backups away';
    throw new BackupError(`${path.dirname(file)} holds backups of ${text}; ${advice}`);
  };
  if (manifest.RN !== rn) refuse(`register ${manifest.RN}, not of ${rn}`);
  if (manifest.firstLine !== (await digestAt(source, rn, 1))) refuse(`another register named ${rn}`);
  const name = path.basename(file);
  if (manifest.lastSQ > last)
    refuse(`a register ${rn} with more records: ${name} goes to SQ ${manifest.lastSQ}, this one to ${last}`);
  if (manifest.lastLine !== (await digestAt(source, rn, manifest.lastSQ)))
    refuse(`a register ${rn} with other records: SQ ${manifest.lastSQ} is another one in ${name}`);
}

/** Writes an archive that gets its name only when it was read back and is right. */
async function write(file: string, contents: Contents, { now, signal }: Making): Promise<number> {
  const unfinished = path.join(path.dirname(file), unfinishedName(path.basename(file)));
  try {
    const output = createWriteStream(unfinished, { flags: 'wx', flush: true, mode: 0o600 });
    await writeZip(contents.files, output, new Date(now), signal);
    const written = await verifyBackup(unfinished, signal);
    if (JSON.stringify(written) !== JSON.stringify(contents.manifest()))
      throw new BackupError(`${file} was not written as it should be`);
    await fs.rename(unfinished, file);
    await syncFolder(path.dirname(file));
    return output.bytesWritten;
  } catch (error) {
    await fs.rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}
