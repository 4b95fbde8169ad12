/**
 * What the file interface does with files. Each operation is done for good when
 * it resolves: a power cut leaves the state before it or the one after it.
 */
import fs from 'node:fs/promises';
import { constants } from 'node:fs';
import path from 'node:path';

/** Tells two states of a file apart; `time` is the time of modification, ms. */
export interface Stamp {
  time: number;
  size: number;
}

/** Operations on files; tests break off between them. */
export interface Disk {
  /** Names in a folder. */
  list(folder: string): Promise<string[]>;
  /** Stamp of a plain file, `other` for folders, links and the like, null when there is none. */
  look(file: string): Promise<Stamp | 'other' | null>;
  /** Content of a plain file, at most this many bytes of it. */
  read(file: string, most: number): Promise<Buffer>;
  /** Writes a new file in place of whatever has this name. */
  create(file: string, content: string | Buffer): Promise<void>;
  /** Gives a file its final name, in the same folder. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; one that is gone already is fine. */
  remove(file: string): Promise<void>;
}

/** Neither follows a link nor waits for the other end of a pipe. Windows has neither flag. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What systems and network drives answer that cannot sync a folder. */
const CANNOT_SYNC = new Set(['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP', 'EBADF']);

/** The files of this machine, and of network drives. */
export const realDisk: Disk = {
  list: (folder) => fs.readdir(folder),

  async look(file) {
    try {
      const found = await fs.lstat(file);
      return found.isFile() ? { time: found.mtimeMs, size: found.size } : 'other';
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  },

  async read(file, most) {
    const handle = await fs.open(file, READ_FLAGS);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw new Error('no plain file');
      const buffer = Buffer.alloc(Math.min(found.size, most));
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return buffer.subarray(0, length);
    } finally {
      await handle.close();
    }
  },

  async create(file, content) {
    // Removed first and created anew: writing into what lies there could follow a link.
    await fs.rm(file, { force: true });
    const handle = await fs.open(file, 'wx', 0o660);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },

  async rename(from, to) {
    await fs.rename(from, to);
    await syncFolder(path.dirname(to));
  },

  async remove(file) {
    await fs.rm(file, { force: true });
    await syncFolder(path.dirname(file));
  },
};

/** Writes a file under a temporary name of the same folder, then gives it its own. */
export async function writeWhole(
  disk: Disk,
  file: string,
  temporary: string,
  content: string | Buffer,
): Promise<void> {
  await disk.create(temporary, content);
  await disk.rename(temporary, file);
}

/** Code of a system error such as `ENOSPC`; else its text. */
export function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await fs.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!CANNOT_SYNC.has(codeOf(error))) throw error;
  }
}
