/** Finds the mark of a data root whose own id is lost, while its keys are still there. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { writeLineage } from './lineage.ts';
import { readMark, type Mark } from './mark.ts';

/** Marks that are looked at. */
const MOST = 1000;

/**
 * Id of the installation that used this data root before; null for none. What
 * its mark is found by is put back into the data root, too.
 * @param folder of the marks; undefined where none are kept
 */
export async function knownBefore(
  folder: string | undefined,
  { root, gbl, keys }: { root: string; gbl: string; keys: string },
): Promise<string | null> {
  if (folder === undefined || (await namesIn(keys)).length === 0) return null;
  let newest: Mark | null = null;
  const files = (await namesIn(folder)).filter((name) => name.endsWith('.json'));
  for (const name of files.slice(0, MOST)) {
    const mark = await readMark(path.join(folder, name)).catch(() => null);
    if (mark?.DataRoot !== path.resolve(root) || !/^[\w-]{1,80}$/.test(mark.Instance)) continue;
    if (newest === null || mark.Written > newest.Written) newest = mark;
  }
  if (newest === null) return null;
  if (newest.Id !== newest.Instance) await writeLineage(gbl, { Id: newest.Id, Gone: false });
  return newest.Instance;
}

async function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch(() => []);
}
