import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { recordingLog } from '../testing/recording-log.ts';
import type { Older } from './compare.ts';
import { readMark, type Mark } from './mark.ts';
import { Marks } from './marks.ts';
import { defaultStateFolder, liesIn } from './place.ts';

const entry = (SQ: number, Note = ''): Entry => {
  const record = { _: 'log', SQ, RN: 'def', D: '2026-05-04T12:00:00', Note };
  return { record, sums: null, changes: {} };
};

/** A data root with a journal, and what keeps its mark. */
async function follower(dataRoot: string, folder: string) {
  const journal = await Journal.open(path.join(dataRoot, 'journal.db'));
  onTestFinished(() => journal.close().catch(() => undefined));
  const logged: string[] = [];
  const parts = { folder, dataRoot, gbl: dataRoot, instance: 'one', clock: new ManualClock() };
  const marks = await Marks.open({ ...parts, log: recordingLog(logged), delayMs: 1 });
  const overtaken: Older[][] = [];
  const follow = () => {
    const stop = marks.follow(journal, (older) => overtaken.push(older));
    onTestFinished(stop);
    return stop;
  };
  return { journal, marks, follow, overtaken, logged };
}

const marked = async (folder: string) => (await readMark(path.join(folder, 'one.json')))?.Registers[0]?.SQ;

it('follows the journal without a commit that waits for it', async () => {
  const home = await temporaryFolder();
  const folder = path.join(home, 'state');
  await fs.mkdir(path.join(home, 'data'));
  const { journal, follow, marks } = await follower(path.join(home, 'data'), folder);
  const stop = follow();
  for (let sq = 1; sq <= 30; sq++) await journal.append(entry(sq), 0);
  await vi.waitFor(async () => expect(await marked(folder)).toBe(30));
  await journal.append(entry(31), 0);
  await stop();
  expect(await marked(folder)).toBe(31);
  expect(await marks.older(journal)).toEqual([]);
});

it('stops the second of two services that sell with the same data root', async () => {
  const home = await temporaryFolder();
  const folder = path.join(home, 'state');
  for (const name of ['a', 'b']) await fs.mkdir(path.join(home, name));
  const a = await follower(path.join(home, 'a'), folder);
  await a.journal.append(entry(1), 0);
  const b = await follower(path.join(home, 'b'), folder);
  await b.journal.append(entry(1), 0);
  a.follow();
  b.follow();
  await vi.waitFor(async () => expect(await marked(folder)).toBe(1));
  await a.journal.append(entry(2, 'of a'), 0);
  await vi.waitFor(async () => expect(await marked(folder)).toBe(2));
  await b.journal.append(entry(2, 'of b'), 0);
  await vi.waitFor(() => expect(b.overtaken).toHaveLength(1));
  expect(b.overtaken[0]).toMatchObject([{ isOther: true, marked: { SQ: 2 } }]);
  // What the first one has sold stays marked, and it goes on.
  await a.journal.append(entry(3), 0);
  await vi.waitFor(async () => expect(await marked(folder)).toBe(3));
  expect(a.overtaken).toEqual([]);
});

it('says that a mark inside the data root is of no use', async () => {
  const home = await temporaryFolder();
  const { journal, follow, marks, logged } = await follower(home, path.join(home, 'state'));
  const stop = follow();
  await journal.append(entry(1), 0);
  await stop();
  expect(marks.problems).toMatchObject([{ code: 'MARK_FAILED', severity: 'warning' }]);
  expect(logged).toHaveLength(1);
});

it('tries again with the next record, and is content when it could be written', async () => {
  const home = await temporaryFolder();
  const folder = path.join(home, 'state', 'deeper');
  await fs.mkdir(path.join(home, 'data'));
  await fs.writeFile(path.dirname(folder), 'in the way');
  const { journal, follow, marks } = await follower(path.join(home, 'data'), folder);
  follow();
  await journal.append(entry(1), 0);
  await vi.waitFor(() => expect(marks.problems).toHaveLength(1));
  await fs.rm(path.dirname(folder));
  await journal.append(entry(2), 0);
  await vi.waitFor(async () => expect(await marked(folder)).toBe(2));
  await vi.waitFor(() => expect(marks.problems).toEqual([]));
});

it('is readable by the service alone, and says whose it is', async ({ skip }) => {
  if (process.platform === 'win32') return skip('Windows has no modes');
  const home = await temporaryFolder();
  const folder = path.join(home, 'state');
  await fs.mkdir(path.join(home, 'data'));
  const { journal, follow } = await follower(path.join(home, 'data'), folder);
  const stop = follow();
  await journal.append(entry(1), 0);
  await stop();
  const file = path.join(folder, 'one.json');
  expect([(await fs.stat(file)).mode & 0o777, (await fs.stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
  const mark = JSON.parse(await fs.readFile(file, 'utf8')) as Mark;
  expect(mark).toMatchObject({ Id: 'one', Instance: 'one', DataRoot: path.join(home, 'data') });
});

it.each([
  ['linux', {}, '/home/till/.local/state/tillmark'],
  ['linux', { XDG_STATE_HOME: '/var/state' }, '/var/state/tillmark'],
  ['linux', { XDG_STATE_HOME: 'state' }, '/home/till/.local/state/tillmark'],
  ['linux', { STATE_DIRECTORY: '/var/lib/tillmark:/var/lib/other' }, '/var/lib/tillmark/marks'],
  ['darwin', {}, '/home/till/Library/Application Support/Tillmark State'],
] as const)('has its place where the system keeps state: %s %j', (platform, env, folder) => {
  expect(defaultStateFolder({ platform, env, home: '/home/till' })).toBe(folder);
});

it('knows a folder inside another one', () => {
  expect(liesIn('/srv/till/state', '/srv/till')).toBe(true);
  expect(liesIn('/srv/till', '/srv/till')).toBe(true);
  expect(liesIn('/srv/till-state', '/srv/till')).toBe(false);
  expect(liesIn('/srv', '/srv/till')).toBe(false);
  expect(liesIn('/srv/till/..state', '/srv/till')).toBe(true);
});
