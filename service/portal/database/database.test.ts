import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { Database } from './database.ts';

it.skipIf(process.platform === 'win32')(
  'is readable for its user only, with its log, also when it was there before',
  async () => {
    const file = path.join(await temporaryFolder(), 'portal.db');
    const rights = async (of: string) => ((await fs.stat(of)).mode & 0o777).toString(8);
    await (await Database.open(file)).close();
    expect(await rights(file)).toBe('600');
    await fs.chmod(file, 0o644);
    const again = await Database.open(file);
    await again.run('CREATE TABLE x (y)');
    expect([await rights(file), await rights(`${file}-wal`)]).toEqual(['600', '600']);
    await again.close();
  },
);
