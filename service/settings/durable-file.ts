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
