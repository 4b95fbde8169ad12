import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../log.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { filesOf, writeTree, type TreeFile } from '../testing/tree.ts';
import { clean, type CleaningServices } from './cleaning.ts';

const signal = new AbortController().signal;
const DAY = 86_400_000;
const now = Date.parse('2026-05-04T12:00:00');
const order = (quota: number, keepDays = 90) => ({ quota, keepFrom: now - keepDays * DAY, now });

async function* nothing(): AsyncGenerator<number> {
  yield* [];
}

const services = (root: string, more: Partial<CleaningServices> = {}): CleaningServices => ({
  ...{ root, log: silentLog, makeRoom: nothing },
  ...more,
});

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
  const usage = await clean(services(folder), order(quota), signal);
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
  await clean(services(folder), order(0.004), signal);
  expect(await filesOf(folder)).toHaveLength(4);
  await clean(services(folder), order(0.00375), signal);
  expect(await filesOf(folder)).toEqual(['log/a.log', 'log/b.log.3', 'rn/x/log/deep/d.log']);
  await clean(services(folder), order(0), signal);
  expect(await filesOf(folder)).toEqual(['log/a.log']);
  await clean(services(folder), order(0, 0), signal);
  expect(await filesOf(folder)).toEqual([]);
});

/** A journal that gives up one of its files at a time, the largest number first, and claims to win `claimed` bytes. */
function journalOf(folder: string, files: string[], claimed = 100_000): CleaningServices['makeRoom'] {
  return async function* () {
    for (let file = files.shift(); file !== undefined; file = files.shift()) {
      await fs.rm(path.join(folder, file));
      yield claimed;
    }
  };
}

const TEN_FILES = Object.fromEntries(
  Array.from({ length: 10 }, (_, i) => [`rn/def/jou/000${i}.jou`, { content: 100_000 }]),
);

it.each([
  [1.3, 100_000, 10],
  [1.2, 100_000, 9],
  [0.5, 100_000, 4],
  [0, 100_000, 0],
  // Whatever the journal says that it has won: what was measured counts.
  [0.5, 1_000_000, 4],
])('has the journal make room from 80 %% of %s MB on', async (quota, claimed, kept) => {
  const folder = await root(TEN_FILES);
  const makeRoom = journalOf(folder, Object.keys(TEN_FILES), claimed);
  const usage = await clean(services(folder, { makeRoom }), order(quota), signal);
  expect(await filesOf(folder)).toHaveLength(kept);
  expect(usage.bytes).toBe(kept * 100_000);
});

it('asks the journal only for what old logs do not give', async () => {
  const folder = await root({ ...TEN_FILES, ...LOGS });
  const makeRoom = journalOf(folder, Object.keys(TEN_FILES));
  await clean(services(folder, { makeRoom }), order(1.6), signal);
  expect(await filesOf(folder)).toHaveLength(12);
  expect((await filesOf(folder)).filter((name) => name in TEN_FILES)).toHaveLength(10);
  await clean(services(folder, { makeRoom }), order(1), signal);
  expect(await filesOf(folder)).toHaveLength(8);
});

it('does nothing more the second time', async () => {
  const folder = await root({ ...KEPT, ...LOGS, 'rn/def/jou/0001.jou': { content: 5000, days: 9 } });
  const first = await clean(services(folder), order(0), signal);
  const left = await filesOf(folder);
  const second = await clean(services(folder), order(0), signal);
  expect(await filesOf(folder)).toEqual(left);
  expect(second.bytes).toBe(first.bytes);
});

it('takes away what an earlier compression left unfinished', async () => {
  const folder = await root({
    'rn/a/jou/0000.jou.gz.0123abcd.tmp': { content: 10, days: 1 },
    'rn/a/jou/0001.jou.gz.0123abcd.tmp': { content: 10, days: 0 },
    'rn/a/jou/other.tmp': { content: 10, days: 1 },
  });
  await clean(services(folder), order(1000), signal);
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
  await clean(services(folder), order(0, 0), signal);
  expect(await filesOf(outside)).toEqual(['a.log', 'jou/0000.jou', 'jou/0001.jou']);
});

it('works in a data root that is reached over a link itself', async () => {
  const folder = await root({ 'log/a.log': { content: 10, days: 200 } });
  const link = path.join(await temporaryFolder(), 'data');
  await fs.symlink(folder, link);
  await clean(services(link), order(0), signal);
  expect(await filesOf(folder)).toEqual([]);
});

it('says what stays too large', async () => {
  const lines: string[] = [];
  const folder = await root({
    'journal.db': { content: 200_000 },
    'rn/a/jou/0000.jou': { content: 1000, days: 999 },
    'rn/a/jou/0001.jou.gz': { content: 1000, days: 999 },
  });
  await clean(services(folder, { log: recordingLog(lines) }), order(0.1), signal);
  expect(await filesOf(folder)).toHaveLength(3);
  expect(lines).toEqual(['disk: 0.2 of 0.1 MB in use, and nothing more may be deleted']);
});

it('stops in the middle when the service does', async () => {
  const folder = await root(LOGS);
  await expect(clean(services(folder), order(0), AbortSignal.abort())).rejects.toThrow();
  expect(await filesOf(folder)).toHaveLength(10);
});
