/** Who may look into a data root. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openDataRoot } from './data-root.ts';
import { temporaryFolder } from '../testing/folder.ts';

const modeOf = async (folder: string) => ((await fs.stat(folder)).mode & 0o7777).toString(8);

it.skipIf(process.platform === 'win32')(
  'is for its own user alone when Tillmark makes it, and as it was when somebody else did',
  async () => {
    const above = await temporaryFolder();
    const root = path.join(above, 'new', 'till');
    await (await openDataRoot(root)).release();
    expect([await modeOf(root), await modeOf(path.join(root, 'gbl'))]).toEqual(['700', '700']);
    const shared = path.join(above, 'shared');
    await fs.mkdir(shared);
    await fs.chmod(shared, 0o2770);
    await (await openDataRoot(shared)).release();
    expect(await modeOf(shared)).toBe('2770');
    expect(await modeOf(path.join(shared, 'gbl'))).toMatch(/700$/);
  },
);
