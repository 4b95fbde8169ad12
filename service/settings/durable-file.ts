/** Files that a crash leaves old or new, never half. */
import fs from 'node:fs/promises';
import path from 'node:path';

/** What network drives answer that cannot sync a folder. */
const CANNOT_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES']);

/** Who is to hear of files that were written, before whoever wrote them does. */
const followers = new Set<{ root: string; written: () => Promise<void> }>();

/**
 * Has something done with each change of a folder's files, as part of writing them: its failure is a failure to write.
 * @returns ends that
 */
export function followWrites(root: string, written: () => Promise<void>): () => void {
  const follower = { root: path.resolve(root) + path.sep, written };
  followers.add(follower);
  return () => void followers.delete(follower);
}

/**
 * Writes a file whole and to disk before it takes the place of the old one; when it resolves, the new one stays.
 * Whoever calls it writes one file one after another.
 */
export async function writeDurably(file: string, text: string | Buffer, mode: number): Promise<void> {
  const temporary = `${file}.tmp`;
  // Left by a crash, or laid there by somebody: it is neither followed nor waited for.
  await fs.rm(temporary, { force: true });
  const handle = await fs.open(temporary, 'wx', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(temporary, file);
  await syncFolder(path.dirname(file));
  for (const { root, written } of followers) if (path.resolve(file).startsWith(root)) await written();
}

/** Makes new names of a folder durable: without it a power cut may bring the old name back. Windows needs no such step, and has none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_SYNC.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Copies a file that cannot be understood to `<file>.damaged-<n>`, for the
 * service's user only, so that writing a new one destroys nothing. A missing
 * file is fine.
 * @returns name of the copy, null when there was nothing to copy
 */
export async function keepAside(file: string): Promise<string | null> {
  for (let n = 1; ; n++) {
    const copy = `${file}.damaged-${n}`;
    try {
      await fs.writeFile(copy, await fs.readFile(file), { flag: 'wx', mode: 0o600, flush: true });
      return copy;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return null;
      if (code !== 'EEXIST') throw error;
    }
  }
}
