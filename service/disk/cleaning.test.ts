import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { filesOf, writeTree, type TreeFile } from '../testing/tree.ts';
import { clean } from './cleaning.ts';

const signal = new AbortController().signal;
const DAY = 86_400_000;
const now = Date.parse('2026-05-04T12:00:00');
const order = (quota: number, keepDays = 90) => ({ quota, keepFrom: now - keepDays * DAY, now });

async function root(files: Record<string, TreeFile>): Promise<string> {
  const folder = await temporaryFolder();
  await writeTree(folder, files, now);
  return folder;
}

/** What is worth keeping whatever its age. */
const KEPT: Record<string, TreeFile> = {
  'journal.db': { content: 100_000, days: 999 },
  'gbl/profile.cfg': { content: 100, days: 999 },
  'gbl/old.log': { content: 100, days: 999 },
  'cer/ssl.log': { content: 100, days: 999 },
  'req/sale.log': { content: 100, days: 999 },
  'res/sale.log': { content: 100, days: 999 },
  'export/export.zip': { content: 100, days: 999 },
  'log/service.log': { content: 1000, days: 999 },
  'log/notes.txt': { content: 100, days: 999 },
  'rn/def/jou/notes.log': { content: 100, days: 999 },
  'rn/def/jou/0000.jou.gz': { content: 100, days: 999 },
  'rn/def/dat/total.log': { content: 100, days: 999 },
};

/** Ten old logs of 100 kB, the first the oldest. */
const LOGS = Object.fromEntries(
  Array.from({ length: 10 }, (_, i) => [
    i % 2 === 0 ? `log/service${i}.log` : `rn/def/log/${i}.log`,
    { content: 100_000, days: 200 - i },
  ]),
);

it.each([
  [2, 10],
  [1.1021, 10],
  // One byte too many: down to 80 % of the quota.
  [1.1, 7],
  [1, 6],
  [0.5, 2],
  [0.3, 1],
  [0.1, 0],
  [0, 0],
])('with a quota of %s MB keeps %i of ten old logs', async (quota, kept) => {
  const folder = await root({ ...KEPT, ...LOGS });
  const usage = await clean(folder, order(quota), silentLog, signal);
  const left = await filesOf(folder);
  expect(left.filter((name) => name in LOGS)).toEqual(
    Object.keys(LOGS)
      .slice(10 - kept)
      .sort(),
  );
  expect(left).toEqual(expect.arrayContaining(Object.keys(KEPT)));
  expect(usage.bytes).toBe(102_000 + kept * 100_000);
});

it('keeps logs that were changed since the date, and deletes the oldest of the others first', async () => {
  const folder = await root({
    'log/a.log': { content: 1000, days: 89 },
    'log/b.log.3': { content: 1000, days: 91 },
    'log/deep/c.log.gz': { content: 1000, days: 300 },
    'rn/x/log/deep/d.log': { content: 1000, days: 100 },
  });
  await clean(folder, order(0.004), silentLog, signal);
  expect(await filesOf(folder)).toHaveLength(4);
  await clean(folder, order(0.00375), silentLog, signal);
  expect(await filesOf(folder)).toEqual(['log/a.log', 'log/b.log.3', 'rn/x/log/deep/d.log']);
  await clean(folder, order(0), silentLog, signal);
  expect(await filesOf(folder)).toEqual(['log/a.log']);
  await clean(folder, order(0, 0), silentLog, signal);
  expect(await filesOf(folder)).toEqual([]);
});

it('compresses segments from 80 % of the quota on, never the newest of a register', async () => {
  const files = {
    'rn/a/jou/0000.jou': { content: 100_000, days: 40 },
    'rn/a/jou/0001.jou': { content: 100_000, days: 30 },
    'rn/a/jou/0002.jou': { content: 100_000, days: 20 },
    'rn/b/jou/0000.jou': { content: 100_000, days: 50 },
    'rn/c/jou/0000.jou': { content: 100_000, days: 60 },
    'rn/c/jou/0001.jou.gz': { content: 'x', days: 50 },
    'rn/d/jou/10000.jou': { content: 100_000, days: 70 },
    'rn/d/jou/9999.jou': { content: 100_000, days: 0 },
    'rn/d/jou/kept/0000.jou': { content: 100, days: 70 },
  };
  const folder = await root(files);
  await clean(folder, order(0.9), silentLog, signal);
  expect(await filesOf(folder)).toEqual(Object.keys(files).sort());
  // Above 80 %: the oldest that is complete, and no more than it takes.
  await clean(folder, order(0.8), silentLog, signal);
  expect(await filesOf(folder)).toContain('rn/c/jou/0000.jou.gz');
  expect(await filesOf(folder)).toContain('rn/a/jou/0000.jou');
  await clean(folder, order(0), silentLog, signal);
  expect(await filesOf(folder)).toEqual([
    'rn/a/jou/0000.jou.gz',
    'rn/a/jou/0001.jou.gz',
    'rn/a/jou/0002.jou',
    'rn/b/jou/0000.jou',
    'rn/c/jou/0000.jou.gz',
    'rn/c/jou/0001.jou.gz',
    'rn/d/jou/10000.jou',
    // Written to within the last hour.
    'rn/d/jou/9999.jou',
    'rn/d/jou/kept/0000.jou',
  ]);
});

it('does nothing more the second time', async () => {
  const folder = await root({ ...KEPT, ...LOGS, 'rn/def/jou/0001.jou': { content: 5000, days: 9 } });
  const first = await clean(folder, order(0), silentLog, signal);
  const left = await filesOf(folder);
  const second = await clean(folder, order(0), silentLog, signal);
  expect(await filesOf(folder)).toEqual(left);
  expect(second.bytes).toBe(first.bytes);
});

it('takes away what an earlier compression left unfinished', async () => {
  const folder = await root({
    'rn/a/jou/0000.jou.gz.0123abcd.tmp': { content: 10, days: 1 },
    'rn/a/jou/0001.jou.gz.0123abcd.tmp': { content: 10, days: 0 },
    'rn/a/jou/other.tmp': { content: 10, days: 1 },
  });
  await clean(folder, order(1000), silentLog, signal);
  expect(await filesOf(folder)).toEqual(['rn/a/jou/0001.jou.gz.0123abcd.tmp', 'rn/a/jou/other.tmp']);
});

it('touches nothing that links lead to', async () => {
  const outside = await root({
    'a.log': { content: 1000, days: 500 },
    'jou/0000.jou': { content: 1000, days: 500 },
    'jou/0001.jou': { content: 1000, days: 500 },
  });
  const folder = await root({ 'rn/def/x': { content: 1 } });
  await fs.symlink(outside, path.join(folder, 'log'));
  await fs.symlink(outside, path.join(folder, 'rn', 'def', 'log'));
  await fs.symlink(path.join(outside, 'jou'), path.join(folder, 'rn', 'def', 'jou'));
  await fs.symlink(outside, path.join(folder, 'rn', 'other'));
  await clean(folder, order(0, 0), silentLog, signal);
  expect(await filesOf(outside)).toEqual(['a.log', 'jou/0000.jou', 'jou/0001.jou']);
});

it('works in a data root that is reached over a link itself', async () => {
  const folder = await root({ 'log/a.log': { content: 10, days: 200 } });
  const link = path.join(await temporaryFolder(), 'data');
  await fs.symlink(folder, link);
  await clean(link, order(0), silentLog, signal);
  expect(await filesOf(folder)).toEqual([]);
});

it('says what stays too large, and which files trouble it', async () => {
  const lines: string[] = [];
  const folder = await root({
    'journal.db': { content: 200_000 },
    'rn/a/jou/0000.jou': { content: 1000, days: 9 },
    'rn/a/jou/0000.jou.gz': { content: 'other', days: 9 },
    'rn/a/jou/0001.jou': { content: 1000, days: 9 },
  });
  await clean(folder, order(0.1), recordingLog(lines), signal);
  expect(lines).toEqual([
    expect.stringMatching(
      /^disk: rn\/a\/jou\/0000\.jou stays as it is: .*does not hold what 0000\.jou holds$/,
    ),
    'disk: 0.2 of 0.1 MB in use, and nothing more may be deleted',
  ]);
});

it('stops in the middle when the service does', async () => {
  const folder = await root(LOGS);
  await expect(clean(folder, order(0), silentLog, AbortSignal.abort())).rejects.toThrow();
  expect(await filesOf(folder)).toHaveLength(10);
});
