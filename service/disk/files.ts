/** Which files of the data root cleaning may touch, and the check right before it touches one. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { LOG_FILE } from '../log.ts';
import type { Entry } from './walk.ts';

const LOG = /^(?:log|rn\/[^/]+\/log)\/.*\.log(?:\.\d{1,3})?(?:\.gz)?$/s;
const PROCESS_LOG = /\.log(?:\.\d{1,3})?(?:\.gz)?$/;
const UNFINISHED = /^rn\/[^/]+\/jou\/\d{4,9}\.jou\.gz\.[\da-f]{8}\.tmp$/s;

/** True for logs that may be deleted when they are old; never the one that is being written. */
export function isOldLog({ kind, path: at }: Entry): boolean {
  return kind === 'file' && LOG.test(at) && at !== `log/${LOG_FILE}`;
}

/** True for the logs below the folder `log`: those of the process, which hold no receipts. */
export function isProcessLog({ kind, path: at }: Entry): boolean {
  return kind === 'file' && PROCESS_LOG.test(at);
}

/** True for a journal file that was being compressed when something cut it off. */
export function isUnfinished({ kind, path: at }: Entry): boolean {
  return kind === 'file' && UNFINISHED.test(at);
}

/**
 * The file's place on disk if it is still what was seen: a plain file of the
 * same size and time, in a folder that no link leads out of the data root.
 * @returns null when something has changed
 */
async function stillThere(root: string, entry: Entry): Promise<string | null> {
  const folder = path.join(await fs.realpath(root), path.dirname(entry.path));
  const file = path.join(folder, path.basename(entry.path));
  if ((await fs.realpath(folder).catch(() => null)) !== folder) return null;
  const stat = await fs.lstat(file).catch(() => null);
  return stat?.isFile() && stat.size === entry.size && stat.mtimeMs === entry.modified ? file : null;
}

/** Deletes a file that is still what was seen. @returns true when it is gone by this */
export async function deleteFile(root: string, entry: Entry): Promise<boolean> {
  const file = await stillThere(root, entry);
  if (file === null) return false;
  return fs.unlink(file).then(
    () => true,
    () => false, // Gone already, or held open by another program.
  );
}
