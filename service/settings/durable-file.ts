/** Files that a crash leaves old or new, never half. */
import fs from 'node:fs/promises';

/** Writes a file whole and to disk before it takes the place of the old one. */
export async function writeDurably(file: string, text: string, mode: number): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await fs.open(temporary, 'w', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(temporary, file);
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
      await fs.copyFile(file, copy, fs.constants.COPYFILE_EXCL);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return null;
      if (code !== 'EEXIST') throw error;
      continue;
    }
    await fs.chmod(copy, 0o600);
    const handle = await fs.open(copy, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    return copy;
  }
}
