import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { writeDurably } from './durable-file.ts';

it('follows nothing that lies in its way, and takes the place of what a crash has left', async () => {
  const folder = await temporaryFolder();
  const [file, elsewhere] = [path.join(folder, 'a.json'), path.join(folder, 'elsewhere')];
  await fs.writeFile(elsewhere, 'theirs');
  await fs.symlink(elsewhere, `${file}.tmp`);
  await writeDurably(file, 'new', 0o600);
  expect([await fs.readFile(file, 'utf8'), await fs.readFile(elsewhere, 'utf8')]).toEqual(['new', 'theirs']);
  await fs.writeFile(`${file}.tmp`, 'half of something longer');
  await writeDurably(file, 'newer', 0o600);
  expect(await fs.readFile(file, 'utf8')).toBe('newer');
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
});
