import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { writeTree } from '../testing/tree.ts';
import { measure } from './cleaning.ts';
import { megabytes, Usage } from './usage.ts';

const signal = new AbortController().signal;

it('adds up by folder, by register, and for the journal', async () => {
  const root = await temporaryFolder();
  await writeTree(
    root,
    {
      'journal.db': { content: 1000 },
      'journal.db-wal': { content: 500 },
      'gbl/keys/1.pem': { content: 10 },
      'gbl/profile.cfg': { content: 5 },
      'rn/def/jou/0000.jou': { content: 300 },
      'rn/def/log/1.log': { content: 20 },
      'rn/PT5$1_1/jou/0000.jou': { content: 7 },
      note: { content: 1 },
    },
    Date.now(),
  );
  await fs.mkdir(path.join(root, 'log'));
  const usage = await measure(root, signal);
  expect(usage.bytes).toBe(1843);
  expect(Object.fromEntries(usage.folders)).toEqual({
    '.': { dirs: 0, files: 1, size: 1 },
    gbl: { dirs: 1, files: 2, size: 15 },
    'journal.db': { dirs: 0, files: 2, size: 1500 },
    log: { dirs: 0, files: 0, size: 0 },
    rn: { dirs: 2, files: 0, size: 0 },
    'rn/PT5$1_1': { dirs: 1, files: 1, size: 7 },
    'rn/def': { dirs: 2, files: 2, size: 320 },
  });
});

it('counts no links, and follows none in a circle or out of the data root', async () => {
  const root = await temporaryFolder();
  const outside = await temporaryFolder();
  await writeTree(outside, { 'large.log': { content: 5000 } }, Date.now());
  await writeTree(root, { 'log/service.log': { content: 100 } }, Date.now());
  await fs.symlink(root, path.join(root, 'log', 'circle'));
  await fs.symlink('.', path.join(root, 'log', 'self'));
  await fs.symlink(outside, path.join(root, 'outside'));
  await fs.symlink(path.join(outside, 'large.log'), path.join(root, 'log', 'large.log'));
  await fs.symlink('nowhere', path.join(root, 'broken'));
  expect(Object.fromEntries((await measure(root, signal)).folders)).toEqual({
    log: { dirs: 0, files: 1, size: 100 },
  });
});

it('tells a thousand registers one by one and all others together', () => {
  const usage = new Usage();
  for (let i = 0; i < 3000; i++) usage.add({ path: `rn/till ${i}/a`, kind: 'file', size: 1, modified: 0 });
  expect(usage.folders).toHaveLength(1001);
  expect(Object.fromEntries(usage.folders)['rn']).toEqual({ dirs: 0, files: 2000, size: 2000 });
  expect(usage.bytes).toBe(3000);
});

it('measures a root that is not there as nothing', async () => {
  expect((await measure(path.join(await temporaryFolder(), 'nothing'), signal)).bytes).toBe(0);
});

it('counts a million bytes as a megabyte', () => {
  expect([0, 49_999, 50_000, 1_260_000].map(megabytes)).toEqual([0, 0, 0.1, 1.3]);
});
