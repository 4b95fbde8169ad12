import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { Begun } from './begun.ts';
import { realDisk, type Disk } from './disk.ts';

async function open(file?: string, disk: Disk = realDisk, log: string[] = []) {
  const place = file ?? path.join(await temporaryFolder(), 'requests.json');
  return { file: place, begun: await Begun.open(place, disk, recordingLog(log)) };
}

it('knows after a crash what was begun, by name and content', async () => {
  const { file, begun } = await open();
  await begun.begin('a.req', { hash: 'h', sq: 7 });
  await begun.begin('__proto__.req', { hash: 'p', sq: 1 });
  const { begun: again } = await open(file);
  expect(again.get('a.req', 'h')).toEqual({ hash: 'h', sq: 7 });
  expect(again.get('__proto__.req', 'p')).toEqual({ hash: 'p', sq: 1 });
  expect(again.get('a.req', 'other')).toBeNull();
  expect(again.get('b.req', 'h')).toBeNull();
});

it('stores what came in between with one write', async () => {
  let writes = 0;
  const counting: Disk = { ...realDisk, rename: (from, to) => (writes++, realDisk.rename(from, to)) };
  const { file, begun } = await open(undefined, counting);
  await Promise.all(Array.from({ length: 50 }, (_e, i) => begun.begin(`${i}.req`, { hash: 'h', sq: i })));
  expect(writes).toBeLessThan(5);
  const { begun: again } = await open(file);
  expect(again.get('49.req', 'h')?.sq).toBe(49);
});

it('forgets what is done with, and what has no file any more', async () => {
  const { file, begun } = await open();
  for (const name of ['a', 'b', 'c']) await begun.begin(name, { hash: 'h', sq: 0 });
  begun.forget('a');
  begun.keepOnly(new Set(['c', 'x']));
  await begun.idle();
  const { begun: again } = await open(file);
  expect(['a', 'b', 'c'].filter((name) => again.has(name))).toEqual(['c']);
});

it('has not begun what it cannot store', async () => {
  let full = true;
  const failing: Disk = {
    ...realDisk,
    create: (file, content) => (full ? Promise.reject(new Error('ENOSPC')) : realDisk.create(file, content)),
  };
  const { begun } = await open(undefined, failing);
  await expect(begun.begin('a', { hash: 'h', sq: 0 })).rejects.toThrow('ENOSPC');
  expect(begun.has('a')).toBe(false);
  full = false;
  await begun.begin('a', { hash: 'h', sq: 0 });
  expect(begun.has('a')).toBe(true);
});

it('begins empty with a word when its file is damaged', async () => {
  const log: string[] = [];
  const { file } = await open();
  await fs.writeFile(file, '{');
  const { begun } = await open(file, realDisk, log);
  expect(begun.has('a')).toBe(false);
  expect(log[0]).toContain('cannot be read');
});
