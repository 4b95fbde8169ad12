/**
 * Reads the archive of a backup. It may come from anywhere: names are matched
 * strictly, nothing is unpacked to disk, and no more is taken into memory than
 * its sizes say.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { BackupError } from './backup-error.ts';
import { MANIFEST, readManifest, type BackedUpFile, type Manifest } from './manifest.ts';

/** Journal files of a register with a hundred million records. */
const MOST_ENTRIES = 100_001;
/** Bytes of a manifest of so many files. */
const LARGEST_MANIFEST = 16_000_000;

/** An archive with what it says of itself. */
export interface BackupFile {
  /** Full path. */
  file: string;
  manifest: Manifest;
}

/**
 * Reads what a backup says of itself, and that it has just the files it names.
 * @throws BackupError
 */
export function readBackup(file: string): Promise<BackupFile> {
  return withArchive(file, ({ manifest }) => Promise.resolve({ file, manifest }));
}

/**
 * The bytes of one journal file of a backup, not checked.
 * @throws BackupError
 */
export async function* contentOf({ file }: BackupFile, name: string): AsyncGenerator<Buffer> {
  const { zip, entries } = await openArchive(file);
  try {
    yield* bytesOf(zip, entries.get(name), file, name);
  } finally {
    zip.close();
  }
}

/**
 * Reads a backup to its end.
 * @throws BackupError when a file is not what the manifest says
 */
export function verifyBackup(file: string, signal: AbortSignal): Promise<Manifest> {
  return withArchive(file, async ({ zip, entries, manifest }) => {
    for (const { name, size, sha256 } of manifest.files) {
      const hash = createHash('sha256');
      let read = 0;
      for await (const bytes of bytesOf(zip, entries.get(name), file, name)) {
        signal.throwIfAborted();
        hash.update(bytes);
        read += bytes.length;
      }
      if (read !== size || hash.digest('hex') !== sha256) throw damaged(file, `${name} is not what it was`);
    }
    return manifest;
  });
}

interface Archive {
  zip: ZipFile;
  entries: Map<string, Entry>;
  manifest: Manifest;
}

async function withArchive<T>(file: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  const { zip, entries } = await openArchive(file);
  try {
    return await use({ zip, entries, manifest: await manifestOf(zip, entries, file) });
  } finally {
    zip.close();
  }
}

async function openArchive(file: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
  const zip = await openPromise(file, options).catch((error: Error) => {
    throw damaged(file, error.message);
  });
  try {
    if (zip.entryCount > MOST_ENTRIES) throw damaged(file, `it has ${zip.entryCount} files`);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw damaged(file, `it has ${entry.fileName} twice`);
      entries.set(entry.fileName, entry);
    }
    return { zip, entries };
  } catch (error) {
    zip.close();
    throw asDamaged(file, error);
  }
}

async function manifestOf(zip: ZipFile, entries: Map<string, Entry>, file: string): Promise<Manifest> {
  const entry = entries.get(MANIFEST);
  if (!entry) throw damaged(file, `it has no ${MANIFEST}, so it is no backup of Tillmark`);
  if (entry.uncompressedSize > LARGEST_MANIFEST) throw damaged(file, `${MANIFEST} is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(zip, entry, file, MANIFEST)) chunks.push(chunk);
  const manifest = readManifest(Buffer.concat(chunks).toString('utf8'));
  if (typeof manifest === 'string') throw damaged(file, `${MANIFEST}: ${manifest}`);
  const named = new Map(manifest.files.map((one): [string, BackedUpFile] => [one.name, one]));
  for (const { fileName, uncompressedSize } of entries.values()) {
    if (fileName === MANIFEST) continue;
    const size = named.get(fileName)?.size;
    if (size === undefined) throw damaged(file, `${JSON.stringify(fileName)} does not belong there`);
    // What is longer or shorter when it is unpacked breaks off there.
    if (size !== uncompressedSize) throw damaged(file, `${fileName} has not the size it had`);
    named.delete(fileName);
  }
  for (const name of named.keys()) throw damaged(file, `${name} is missing in it`);
  return manifest;
}

/** Unpacks an entry; it never gives more bytes than the entry says it has. */
async function* bytesOf(
  zip: ZipFile,
  entry: Entry | undefined,
  file: string,
  name: string,
): AsyncGenerator<Buffer> {
  if (!entry) throw damaged(file, `${name} is missing in it`);
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw asDamaged(file, error, name);
  }
}

/** Names the archive, where it lies and what is wrong. */
function damaged(file: string, text: string): BackupError {
  return new BackupError(`${path.basename(file)} in ${path.dirname(file)} cannot be used: ${text}`);
}

function asDamaged(file: string, error: unknown, name = ''): BackupError {
  if (error instanceof BackupError) return error;
  const { message } = error as Error;
  return damaged(file, name === '' ? message : `${name}: ${message}`);
}
