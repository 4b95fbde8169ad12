import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { filesOf } from '../testing/tree.ts';
import { compressFile, OtherContentError } from './compress.ts';

const signal = new AbortController().signal;
const TEXT = 'a record of the journal\n'.repeat(50_000);

async function segment(): Promise<{ folder: string; file: string }> {
  const folder = await temporaryFolder();
  const file = path.join(folder, '0000.jou');
  await fs.writeFile(file, TEXT);
  await fs.utimes(file, 1000, 2000);
  return { folder, file };
}

it('puts a compressed file of the same time and content in its place', async () => {
  const { folder, file } = await segment();
  const size = await compressFile(file, signal);
  expect(await filesOf(folder)).toEqual(['0000.jou.gz']);
  const packed = await fs.readFile(`${file}.gz`);
  expect(packed).toHaveLength(size);
  expect(gunzipSync(packed).toString()).toBe(TEXT);
  expect((await fs.stat(`${file}.gz`)).mtimeMs).toBe(2_000_000);
});

it('finishes what a crash left: both files, saying the same', async () => {
  const { folder, file } = await segment();
  await fs.writeFile(`${file}.gz`, gzipSync(TEXT));
  await compressFile(file, signal);
  expect(await filesOf(folder)).toEqual(['0000.jou.gz']);
  expect(gunzipSync(await fs.readFile(`${file}.gz`)).toString()).toBe(TEXT);
});

it.each([
  ['another content', gzipSync('older')],
  ['a beginning of it', gzipSync(TEXT).subarray(0, 100)],
  ['no archive', Buffer.from('torn')],
  ['nothing', Buffer.alloc(0)],
])('keeps both when the compressed file holds %s', async (_what, found) => {
  const { folder, file } = await segment();
  await fs.writeFile(`${file}.gz`, found);
  await expect(compressFile(file, signal)).rejects.toThrow(OtherContentError);
  expect(await filesOf(folder)).toEqual(['0000.jou', '0000.jou.gz']);
  expect(await fs.readFile(file, 'utf8')).toBe(TEXT);
  expect(await fs.readFile(`${file}.gz`)).toEqual(found);
});

it('leaves everything as it was when it is stopped', async () => {
  const { folder, file } = await segment();
  await expect(compressFile(file, AbortSignal.abort())).rejects.toThrow();
  expect(await filesOf(folder)).toEqual(['0000.jou']);
});

it('does not follow a link', async () => {
  const { folder, file } = await segment();
  await fs.symlink(file, path.join(folder, '0001.jou'));
  await expect(compressFile(path.join(folder, '0001.jou'), signal)).rejects.toThrow();
  expect(await filesOf(folder)).toEqual(['0000.jou', '0001.jou']);
});
