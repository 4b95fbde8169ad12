import fs from 'node:fs/promises';
import path from 'node:path';

/** A file of a test: its size in bytes or its text, and its age. */
export interface TreeFile {
  content: number | string;
  /** Days since the last change. */
  days?: number;
}

/** Writes files below a root. @param now ms since 1970 that ages count from */
export async function writeTree(root: string, files: Record<string, TreeFile>, now: number): Promise<void> {
  for (const [name, { content, days = 0 }] of Object.entries(files)) {
    const file = path.join(root, name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, typeof content === 'number' ? Buffer.alloc(content, 'line of text\n') : content);
    const modified = new Date(now - days * 86_400_000);
    await fs.utimes(file, modified, modified);
  }
}

/** Paths of all files below a root, in order. */
export async function filesOf(root: string): Promise<string[]> {
  const entries = await fs.readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
