import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { silentLog, type Log } from '../log.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { filesOf, writeTree } from '../testing/tree.ts';
import { Disk } from './disk.ts';

const clock = new ManualClock('2026-05-04T12:00:00');

/** A journal that gives up files of the data root, one at a time. */
async function* giveUp(root: string, files: string[], signal: AbortSignal): AsyncGenerator<number> {
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    signal.throwIfAborted();
    await fs.rm(path.join(root, file));
    yield 100_000;
  }
}

async function disk(
  quota = 1000,
  log: Log = silentLog,
  journal: string[] = [],
): Promise<{ disk: Disk; root: string }> {
  const root = await temporaryFolder();
  const makeRoom = (signal: AbortSignal) => giveUp(root, journal, signal);
  const watched = new Disk({ root, clock, log, quota: () => quota, makeRoom });
  onTestFinished(() => watched.close());
  return { disk: watched, root };
}

/** Old logs of 100 kB each. */
function logs(count: number) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`log/service${i}.log`, { content: 100_000, days: 200 + i }]),
  );
}

const HOUR = 3_600_000;

/** Hours pass when the test says so. */
function everyHour(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('gives a number at once and the right one soon', async () => {
  const { disk: watched, root } = await disk();
  await writeTree(root, logs(3), clock.now());
  expect(watched.megabytes).toBe(0);
  await vi.waitFor(() => expect(watched.megabytes).toBe(0.3));
});

it('cleans to the quota of the profile every hour, but not right at the start', async () => {
  everyHour();
  const { disk: watched, root } = await disk(1);
  await writeTree(root, logs(20), clock.now());
  watched.start();
  await vi.waitFor(() => expect(watched.megabytes).toBe(2));
  expect(await filesOf(root)).toHaveLength(20);
  vi.advanceTimersByTime(HOUR);
  await vi.waitFor(() => expect(watched.megabytes).toBe(0.8));
  await writeTree(root, logs(20), clock.now());
  vi.advanceTimersByTime(HOUR);
  await vi.waitFor(async () => expect(await filesOf(root)).toHaveLength(8));
});

it('keeps three full months unless told otherwise', async () => {
  const { disk: watched, root } = await disk(0);
  await writeTree(
    root,
    { 'log/january.log': { content: 9, days: 94 }, 'log/february.log': { content: 9, days: 92 } },
    clock.now(),
  );
  await watched.clean();
  expect(await filesOf(root)).toEqual(['log/february.log']);
  await watched.clean({ keepFrom: clock.now() });
  expect(await filesOf(root)).toEqual([]);
});

const JOURNAL = ['0000', '0001', '0002'].map((name) => `rn/def/jou/${name}.jou`);
const files = Object.fromEntries(JOURNAL.map((name) => [name, { content: 100_000, days: 9 }]));

it('cleans one after the other, whoever asks at the same time', async () => {
  const { disk: watched, root } = await disk(1000, silentLog, JOURNAL.slice(0, 2));
  await writeTree(root, { ...logs(10), ...files }, clock.now());
  const answers = await Promise.all([0.9, 0.5, 0.9, 0, 0].map((quota) => watched.clean({ quota })));
  expect(answers.map(({ bytes }) => bytes)).toEqual([700_000, 400_000, 400_000, 100_000, 100_000]);
  expect(await filesOf(root)).toEqual(['rn/def/jou/0002.jou']);
});

it('says so while the data root takes more than its quota and nothing helps', async () => {
  const journal: string[] = [];
  const { disk: watched, root } = await disk(0.2, silentLog, journal);
  await writeTree(root, files, clock.now());
  await watched.usage();
  expect(watched.problems()).toEqual([]);
  await watched.clean();
  expect(watched.problems()).toEqual([
    { code: 'DISK_QUOTA', severity: 'warning', params: { used: 0.3, quota: 0.2 } },
  ]);
  // A request for less than the quota makes no problem of it.
  journal.push(...JOURNAL);
  await watched.clean({ quota: 0.12 });
  expect(watched.problems()).toEqual([]);
  await watched.clean({ quota: 0 });
  expect(watched.problems()).toEqual([]);
});

it('ends in the middle of making room when the service stops', async () => {
  const root = await temporaryFolder();
  const begun = Promise.withResolvers<void>();
  const watched = new Disk({
    ...{ root, clock, log: silentLog, quota: () => 0 },
    async *makeRoom(signal) {
      begun.resolve();
      await once(signal, 'abort');
      signal.throwIfAborted();
      yield 1;
    },
  });
  await writeTree(root, files, clock.now());
  const cleaning = watched.clean();
  await begun.promise;
  const ended = expect(cleaning).rejects.toThrow('aborted');
  await watched.close();
  await ended;
});

it('goes on after a cleaning that failed', async () => {
  everyHour();
  const lines: string[] = [];
  const { disk: watched, root } = await disk(0, recordingLog(lines));
  const realpath = vi.spyOn(fs, 'realpath').mockRejectedValueOnce(new Error('broken disk'));
  onTestFinished(() => realpath.mockRestore());
  await writeTree(root, logs(1), clock.now());
  watched.start();
  vi.advanceTimersByTime(HOUR);
  await vi.waitFor(() => expect(lines).toContain('disk: the check failed: broken disk'));
  expect((await watched.clean()).bytes).toBe(0);
});

it('looks once for all who ask at the same time', async () => {
  const { disk: watched, root } = await disk();
  await writeTree(root, logs(50), clock.now());
  const opendir = vi.spyOn(fs, 'opendir');
  onTestFinished(() => opendir.mockRestore());
  await Promise.all(Array.from({ length: 100 }, () => watched.usage()));
  expect(opendir).toHaveBeenCalledTimes(2);
});

it('ends in the middle of a large tree when the service stops', async () => {
  const { disk: watched, root } = await disk(0);
  await fs.mkdir(path.join(root, 'log'));
  for (let i = 0; i < 300; i++) await fs.writeFile(path.join(root, 'log', `${i}.txt`), '');
  watched.start();
  const asked = watched.usage().catch((error: Error) => error.name);
  await watched.close();
  expect(await asked).toBe('AbortError');
  await expect(watched.clean()).rejects.toThrow();
});
