/** Where the file interface lives (doc 2, File interface; profile attribute FileWatch_path). */
import fs from 'node:fs/promises';
import path from 'node:path';

/** The folders of requests and answers. */
export interface Folders {
  req: string;
  res: string;
}

/** Folder that should hold `req` and `res`: the data root unless the profile names another one. */
export function watchedFolder(dataRoot: string, fileWatchPath: string | undefined): string {
  return fileWatchPath === undefined ? dataRoot : path.resolve(dataRoot, fileWatchPath);
}

/** The folders if both exist, else null. They are never created: to create them is to switch the interface on. */
export async function findFolders(parent: string): Promise<Folders | null> {
  const folders = { req: path.join(parent, 'req'), res: path.join(parent, 'res') };
  for (const folder of Object.values(folders)) {
    const found = await fs.stat(folder).catch(() => null);
    if (!found?.isDirectory()) return null;
  }
  return folders;
}
