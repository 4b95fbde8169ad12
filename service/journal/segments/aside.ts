/** Files that are not what they should be are kept: they may be evidence. */
import fs from 'node:fs/promises';
import path from 'node:path';

/**
 * Renames a journal file to `<name>.damaged-<n>`.
 * @returns its new place
 */
export async function keepAside(folder: string, name: string): Promise<string> {
  const present = new Set(await fs.readdir(folder));
  let n = 1;
  while (present.has(`${name}.damaged-${n}`)) n++;
  const aside = path.join(folder, `${name}.damaged-${n}`);
  await fs.rename(path.join(folder, name), aside);
  return aside;
}
