import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { canWrite, freeBytes, FreeSpace, isFull } from './free-space.ts';

const MB = 1_000_000;

it('warns below 200 MB, until there are 250 again', async () => {
  const lines: string[] = [];
  let free = 201 * MB;
  const space = new FreeSpace(() => Promise.resolve(free), recordingLog(lines));
  let changes = 0;
  space.on('changed', () => changes++);
  const seen: unknown[] = [];
  for (const megabytes of [201, 199.9, 5, 5, 240, 250, 201]) {
    free = megabytes * MB;
    await space.look();
    seen.push(space.problems.map(({ params }) => params?.free)[0]);
  }
  expect(seen).toEqual([undefined, 199, 5, 5, 240, undefined, undefined]);
  // Pages ask anew: the warning comes, has two other numbers, and goes.
  expect(changes).toBe(4);
  expect(lines).toEqual(['disk: only 199 MB are free']);
});

it('claims nothing where the system tells nothing', async () => {
  const space = new FreeSpace(() => Promise.reject(new Error('ENOSYS')), recordingLog([]));
  await space.look();
  expect(space.problems).toEqual([]);
  expect(isFull('/no/such/folder')).toBe(false);
});

it('tells what a real disk has, and whether it takes anything', async () => {
  const folder = await temporaryFolder();
  expect(await freeBytes(folder)).toBeGreaterThan(MB);
  expect(isFull(folder)).toBe(false);
  expect(await canWrite(folder)).toBe(true);
  expect(await fs.readdir(folder)).toEqual([]);
  expect(await canWrite(path.join(folder, 'missing'))).toBe(false);
  // Something else in the place of the probe.
  await fs.mkdir(path.join(folder, 'probe.tmp'));
  expect(await canWrite(folder)).toBe(false);
});
