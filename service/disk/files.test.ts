import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { writeTree } from '../testing/tree.ts';
import { deleteFile } from './files.ts';
import { walk, type Entry } from './walk.ts';

const now = Date.now();

/** A data root with one old log, and what a walk saw of it. */
async function seen(): Promise<{ root: string; entry: Entry; file: string }> {
  const root = await temporaryFolder();
  await writeTree(root, { 'log/deep/a.log': { content: 'old', days: 200 } }, now);
  for await (const entry of walk(root))
    if (entry.kind === 'file') return { root, entry, file: path.join(root, 'log', 'deep', 'a.log') };
  throw new Error('no file was seen');
}

it('deletes what is still as it was seen', async () => {
  const { root, entry } = await seen();
  expect(await deleteFile(root, entry)).toBe(true);
  expect(await deleteFile(root, entry)).toBe(false);
});

it('keeps a file that was written or exchanged meanwhile', async () => {
  const { root, entry, file } = await seen();
  await fs.appendFile(file, 'new');
  expect(await deleteFile(root, entry)).toBe(false);
  await fs.writeFile(file, 'new');
  expect(await deleteFile(root, entry)).toBe(false);
  expect(await fs.readFile(file, 'utf8')).toBe('new');
});

it('keeps what lies elsewhere when a folder became a link meanwhile', async () => {
  const { root, entry } = await seen();
  const outside = await temporaryFolder();
  await fs.rename(path.join(root, 'log', 'deep'), path.join(outside, 'deep'));
  await fs.symlink(path.join(outside, 'deep'), path.join(root, 'log', 'deep'));
  expect(await deleteFile(root, entry)).toBe(false);
  expect(await fs.readFile(path.join(outside, 'deep', 'a.log'), 'utf8')).toBe('old');
});
