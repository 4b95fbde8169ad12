/** Makes the compressed file of a segment, so that under its name there is a whole file or none. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { digestOf } from './archive.ts';
import { packMembers } from './members.ts';

/** A compressed file that is on the disk. */
export interface PackedFile {
  bytes: number;
  /** SHA-256 of the compressed file, hex. */
  digest: string;
}

/** Journal files name customers: for the service's user only. */
const FILE_MODE = 0o600;
/** Large pieces: each one costs a turn of the main thread. */
const CHUNK = 262_144;
/** A compressed file is hardly ever longer than its content, and never by this much. */
const LONGER = 100_000;

const unpack = promisify(gunzip);

/**
 * Packs the lines of a segment into a file of an existing folder. A file that is
 * there already is taken if it is the same: a crash may have come right behind its
 * making, and after a rebuild of the database all of them are there. One that
 * was packed from the same lines in another way is replaced.
 * @param keepAside called for a file that is there and holds something else; has to rename it
 * @throws errors of the file system, for example of a full disk; nothing has changed then
 */
export async function packSegment(
  file: string,
  lines: Buffer,
  keepAside: () => Promise<void>,
): Promise<PackedFile> {
  const packed = await packMembers(lines);
  const result = { bytes: packed.length, digest: digestOf(packed) };
  const stat = await fs.lstat(file).catch(missing);
  if (stat) {
    const present = stat.isFile() && stat.size < lines.length + LONGER ? await fs.readFile(file) : null;
    if (present?.equals(packed)) {
      await sync(file, 'r+');
      await syncFolder(path.dirname(file));
      return result;
    }
    if (!present || !(await holds(present, lines))) await keepAside();
  }
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await fs.writeFile(unfinished, packed, { flag: 'wx', mode: FILE_MODE, flush: true });
    const written = await fs.readFile(unfinished);
    if (!written.equals(packed) || !(await holds(written, lines))) {
      throw new Error(`${unfinished} was not read back as it was written`);
    }
    await fs.rename(unfinished, file);
  } catch (error) {
    await fs.rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
  return result;
}

/** For what may not be there. */
export function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function holds(packed: Buffer, lines: Buffer): Promise<boolean> {
  // In one piece: what is unpacked in many has to be put together.
  const size = { maxOutputLength: lines.length, chunkSize: Math.max(CHUNK, lines.length) };
  const found = await unpack(packed, size).catch(() => null);
  return found?.equals(lines) ?? false;
}

/** Makes a new name durable; Windows does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(name: string, flags: string): Promise<void> {
  const handle = await fs.open(name, flags);
  await handle.sync().finally(() => handle.close());
}
