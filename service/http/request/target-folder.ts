/** The query parameter `target` of /retrieve and the exports: a folder of this machine that files go to. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { issue, type Issue } from '../../receipt/issue.ts';

/** Files may only go to an existing folder outside the data root, where they can overwrite nothing of ours. */
export async function checkTarget(target: string, dataRoot: string): Promise<Issue[]> {
  const folder = path.isAbsolute(target) ? await fs.realpath(target).catch(() => null) : null;
  const isFolder = folder !== null && (await fs.stat(folder)).isDirectory();
  if (!isFolder) return [issue('#TARGET', 'target', 'must be the full path of an existing folder')];
  const inside = path.relative(await fs.realpath(dataRoot), folder);
  const isInside = inside.split(path.sep)[0] !== '..' && !path.isAbsolute(inside);
  return isInside ? [issue('#TARGET', 'target', 'must lie outside the data root')] : [];
}
