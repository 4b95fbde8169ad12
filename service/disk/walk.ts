/** Walks a folder, entry by entry: nothing of a large tree is held but the names of folders still to come. */
import fs from 'node:fs/promises';
import path from 'node:path';

/** A file or folder on the way. */
export interface Entry {
  /** From the root, with `/` on every system. */
  path: string;
  kind: 'file' | 'folder';
  /** Bytes; 0 for folders. */
  size: number;
  /** Last change, ms since 1970. */
  modified: number;
}

/**
 * All files and folders below the root, in no certain order. Links are neither
 * followed nor named: they may lead in a circle or out of the data root. What
 * vanishes or cannot be read meanwhile is left out.
 */
export async function* walk(root: string, signal?: AbortSignal): AsyncGenerator<Entry> {
  // One after the other: signatures use the same few threads.
  const waiting = [''];
  while (waiting.length > 0) {
    const folder = waiting.pop()!;
    const opened = await fs.opendir(path.join(root, folder)).catch(() => null);
    if (!opened) continue;
    for await (const found of opened) {
      signal?.throwIfAborted();
      if (!found.isFile() && !found.isDirectory()) continue;
      const at = folder === '' ? found.name : `${folder}/${found.name}`;
      const stat = await fs.lstat(path.join(root, at)).catch(() => null);
      if (stat?.isDirectory()) {
        waiting.push(at);
        yield { path: at, kind: 'folder', size: 0, modified: stat.mtimeMs };
      } else if (stat?.isFile()) {
        yield { path: at, kind: 'file', size: stat.size, modified: stat.mtimeMs };
      }
    }
  }
}
