/** Where the file interface lives (doc 2, File interface; profile attributes FileWatch_path and HttpServer_Disable). */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ProfileAttributes } from '../countries/contract/services.ts';
import type { Log } from '../log.ts';

/** The folders of requests and answers. */
export interface Folders {
  req: string;
  res: string;
}

/** How requests may come in. */
export interface WaysIn {
  /** As files; null where the folders are missing. They are never created: to create them is to switch this on. */
  folders: Folders | null;
  /** Over HTTP. */
  isServed: boolean;
  /** The folder that FileWatch_path names, when `req` and `res` are not in it. */
  missing: string | null;
}

/** Neither web server nor file interface: nobody could reach the service. */
export class NoWayInError extends Error {}

/**
 * Finds out how requests may come in, once at the start.
 * @throws NoWayInError
 */
export async function waysIn(dataRoot: string, attributes: ProfileAttributes, log: Log): Promise<WaysIn> {
  const named = attributes.text('FileWatch_path');
  const parent = named === undefined ? dataRoot : path.resolve(dataRoot, named);
  const folders = await findFolders(parent);
  const isServed = !attributes.flag('HttpServer_Disable');
  const missing = `there are no folders req and res in ${parent}`;
  if (!isServed && !folders) throw new NoWayInError(`HttpServer_Disable is set, but ${missing}`);
  if (named !== undefined && !folders) log.warn(`FileWatch_path has no effect: ${missing}`);
  return { folders, isServed, missing: named !== undefined && !folders ? parent : null };
}

async function findFolders(parent: string): Promise<Folders | null> {
  const folders = { req: path.join(parent, 'req'), res: path.join(parent, 'res') };
  for (const folder of Object.values(folders)) {
    const found = await fs.stat(folder).catch(() => null);
    if (!found?.isDirectory()) return null;
  }
  return folders;
}
