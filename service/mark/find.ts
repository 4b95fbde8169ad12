/** Finds the mark of a data root for whoever looks at it from outside. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { readLineage } from './lineage.ts';
import { MarkError, markFile, readMark, type Mark } from './mark.ts';

/** The mark of a data root, changing nothing; null where it has none. */
export async function findMark(
  dataRoot: string,
  folder: string,
): Promise<{ file: string; mark: Mark | { problem: string }; isOwn: boolean } | null> {
  const gbl = path.join(dataRoot, 'gbl');
  const instance = (await fs.readFile(path.join(gbl, 'instance'), 'utf8').catch(() => '')).trim();
  if (instance === '') return null;
  const file = markFile(folder, (await readLineage(gbl, instance)).Id);
  try {
    const mark = await readMark(file);
    return mark && { file, mark, isOwn: mark.DataRoot === path.resolve(dataRoot) };
  } catch (error) {
    if (!(error instanceof MarkError)) throw error;
    return { file, mark: { problem: error.message }, isOwn: true };
  }
}
