import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { copiedJournal, entry, type CopiedJournal } from './testing/copied-journal.ts';

const signal = new AbortController().signal;

/** Registers by name, with the number of records of each day (`2026-05-<day>`). */
async function sold(
  at: CopiedJournal,
  registers: Record<string, [day: string, records: number][]>,
): Promise<void> {
  for (const [rn, days] of Object.entries(registers)) {
    let sq = await at.journal.lastSq(rn);
    for (const [day, records] of days) {
      const entries = Array.from({ length: records }, () => {
        const made = entry(++sq, { n: sq }, rn);
        return { ...made, record: { ...made.record, D: `2026-05-${day}T12:00:00` } };
      });
      await Promise.all(entries.map((e) => at.journal.append(e, 0)));
    }
  }
}

/** Archives all that there is. */
async function makeRoom({ segments }: CopiedJournal): Promise<number> {
  let steps = 0;
  for await (const won of segments.makeRoom(signal)) if (won > 0) steps++;
  return steps;
}

/** Resolves when a register has just these journal files. */
async function hasFiles({ folder }: CopiedJournal, names: string[], rn = 'def'): Promise<void> {
  await vi.waitFor(async () => expect((await fs.readdir(folder(rn))).sort()).toEqual(names), 4000);
}

async function digestOfLines({ journal }: CopiedJournal, rn = 'def'): Promise<string> {
  const hash = createHash('sha256');
  for await (const page of journal.linesBetween(rn, 0, await journal.lastSq(rn)))
    for (const { text } of page) hash.update(`${text}\n`);
  return hash.digest('hex');
}

it('archives the oldest segments of all registers first, as long as it is asked to go on', async () => {
  const at = await copiedJournal();
  await sold(at, {
    a: [
      ['01', 999],
      ['05', 1001],
    ],
    b: [['03', 2500]],
    c: [['02', 1100]],
    d: [['01', 500]],
  });
  const order: string[] = [];
  const before = () => ['a', 'b', 'c', 'd'].map((rn) => at.journal.archivedSegments(rn));
  for await (const won of at.segments.makeRoom(signal)) {
    expect(won).toBeGreaterThan(0);
    order.push(before().join(''));
    if (order.length === 4) break;
  }
  expect(order).toEqual(['1000', '1010', '1110', '1210']);
  expect(await makeRoom(at)).toBe(1);
  expect(before()).toEqual([2, 2, 1, 0]);
  await hasFiles(at, ['0000.jou.gz', '0001.jou.gz', '0002.jou'], 'b');
  await hasFiles(at, ['0000.jou'], 'd');
});

it('takes sales meanwhile, and the files go on behind what was archived', async () => {
  const at = await copiedJournal();
  await at.append(2500);
  await at.inStep();
  const first = await fs.readFile(at.file('0000.jou'));
  let isArchiving = true;
  const room = makeRoom(at).finally(() => (isArchiving = false));
  let more = 0;
  for (; isArchiving && more < 400; more += 10) await at.append(10);
  await room;
  await at.append(1000 - more);
  await hasFiles(at, ['0000.jou.gz', '0001.jou.gz', '0002.jou', '0003.jou']);
  await vi.waitFor(async () =>
    expect((await fs.readFile(at.file('0003.jou'), 'utf8')).split('\n')).toHaveLength(502),
  );
  expect(gunzipSync(await fs.readFile(at.file('0000.jou.gz')))).toEqual(first);
  expect([at.segments.problemsOf('def'), at.log]).toEqual([[], []]);
  const digest = await digestOfLines(at);
  const next = await at.again();
  expect(await digestOfLines(next)).toBe(digest);
  await next.append(1);
  await hasFiles(next, ['0000.jou.gz', '0001.jou.gz', '0002.jou', '0003.jou']);
});

it('archives while the plain files are behind', async () => {
  const at = await copiedJournal();
  await at.append(10);
  await at.inStep();
  // From here on nothing is written for an hour.
  at.settings.deferMs = 3_600_000;
  await at.append(3000);
  await makeRoom(at);
  expect(at.journal.archivedSegments('def')).toBe(3);
  await hasFiles(at, ['0000.jou.gz', '0001.jou.gz', '0002.jou.gz']);
  await at.segments.stop();
  expect((await fs.readFile(at.file('0003.jou'), 'utf8')).split('\n')).toHaveLength(12);
  expect(at.log).toEqual([]);
});

it('goes on with other registers when one cannot be archived, and says so', async () => {
  const at = await copiedJournal();
  await sold(at, { a: [['01', 1100]], b: [['02', 1100]] });
  await hasFiles(at, ['0000.jou', '0001.jou'], 'a');
  await hasFiles(at, ['0000.jou', '0001.jou'], 'b');
  const rename = fs.rename.bind(fs);
  const refuse = vi.spyOn(fs, 'rename').mockImplementation((from, to) => {
    if (String(to).includes('/a/')) return Promise.reject(new Error('EACCES: permission denied'));
    return rename(from, to);
  });
  onTestFinished(() => refuse.mockRestore());
  expect(await makeRoom(at)).toBe(1);
  expect([at.journal.archivedSegments('a'), at.journal.archivedSegments('b')]).toEqual([0, 1]);
  expect(at.log).toEqual(['register a: 0000.jou was not archived: EACCES: permission denied']);
  refuse.mockRestore();
  expect(await makeRoom(at)).toBe(1);
  await hasFiles(at, ['0000.jou.gz', '0001.jou'], 'a');
});

it('ends between two steps when it is told to, and goes on with the next start', async () => {
  const at = await copiedJournal();
  await at.append(3100);
  await at.inStep();
  const digest = await digestOfLines(at);
  const stopping = new AbortController();
  const room = (async () => {
    for await (const _ of at.segments.makeRoom(stopping.signal)) expect.unreachable();
  })();
  const ended = expect(room).rejects.toThrow('aborted');
  // The segment counts as archived, and its records are still there.
  await vi.waitFor(() => expect(at.journal.archivedSegments('def')).toBe(1), { interval: 1 });
  stopping.abort();
  await ended;
  const next = await at.again();
  // The start finishes the one that was begun; the others wait until room is needed.
  await hasFiles(next, ['0000.jou.gz', '0001.jou', '0002.jou', '0003.jou']);
  await vi.waitFor(async () => expect(await next.journal.archiver.hasLeftovers('def', 0)).toBe(false));
  expect(await digestOfLines(next)).toBe(digest);
  await makeRoom(next);
  await hasFiles(next, ['0000.jou.gz', '0001.jou.gz', '0002.jou.gz', '0003.jou']);
});

/** With timers that the test moves on. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, 8000);

const GONE: [string, (file: string) => Promise<void>, string][] = [
  ['is gone', (file) => fs.rm(file), 'is missing'],
  ['was changed', (file) => fs.writeFile(file, 'x'), 'is not the one that was archived'],
];

it.each(GONE)(
  'finds with the start that an archived file %s, and when it is put back',
  async (_, take, why) => {
    const first = await copiedJournal();
    await first.append(2100);
    await first.inStep();
    await makeRoom(first);
    const file = first.file('0000.jou.gz');
    const good = await fs.readFile(file);
    await take(file);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const at = await first.again();
    const changed = vi.fn();
    at.segments.on('problems', changed);
    const problem = { code: 'JOU_ARCHIVE_DAMAGED', severity: 'warning', params: { file } };
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(100);
      expect(at.segments.problemsOf('def')).toEqual([problem]);
    });
    const log = `register def: the journal file def/jou/0000.jou.gz ${why}; put it back from a backup`;
    expect(at.log).toEqual([log]);
    await vi.advanceTimersByTimeAsync(200_000);
    expect([at.log, at.segments.problemsOf('def')]).toEqual([[log], [problem]]);
    // Selling goes on, and so do the files.
    await at.append(1);
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(100);
      expect((await fs.readFile(at.file('0002.jou'), 'utf8')).split('\n')).toHaveLength(103);
    });
    await fs.writeFile(file, good);
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(30_000);
      expect(at.segments.problemsOf('def')).toEqual([]);
    });
    await vi.waitFor(() => expect(changed.mock.calls).toEqual([['def'], ['def']]));
    expect(await at.journal.bySq('def', 5)).toMatchObject({ SQ: 5 });
  },
);

it('hears of an archived file that somebody could not read', async () => {
  const at = await copiedJournal();
  await at.append(1100);
  await at.inStep();
  await makeRoom(at);
  await fs.rm(at.file('0000.jou.gz'));
  expect(at.segments.problemsOf('def')).toEqual([]);
  await expect(at.journal.bySq('def', 5)).rejects.toThrow('0000.jou.gz is missing');
  await vi.waitFor(() => expect(at.segments.problemsOf('def')).toHaveLength(1));
  await expect(at.journal.bySq('def', 5)).rejects.toThrow('0000.jou.gz is missing');
  expect(at.log).toHaveLength(1);
});

it('takes away plain files of archived segments that come back, unless they say something else', async () => {
  const at = await copiedJournal();
  await at.append(2100);
  await at.inStep();
  const plain = [await fs.readFile(at.file('0000.jou')), await fs.readFile(at.file('0001.jou'))];
  await makeRoom(at);
  await fs.writeFile(at.file('0000.jou'), plain[0]!);
  await fs.writeFile(at.file('0001.jou'), plain[1]!.fill('9', 500, 600));
  const next = await at.again();
  await hasFiles(next, ['0000.jou.gz', '0001.jou.damaged-1', '0001.jou.gz', '0002.jou']);
  expect(next.segments.problemsOf('def')).toEqual([
    { code: 'JOU_DAMAGED', severity: 'warning', params: { file: next.file('0001.jou.damaged-1') } },
  ]);
});

it('does not begin anew with the first file when all archived ones are gone', async () => {
  const first = await copiedJournal();
  await first.append(1005);
  await first.inStep();
  await makeRoom(first);
  await fs.rm(path.dirname(first.file('x')), { recursive: true });
  const at = await first.again();
  await vi.waitFor(() =>
    expect(at.segments.problemsOf('def').map(({ code }) => code)).toEqual(['JOU_ARCHIVE_DAMAGED']),
  );
  await hasFiles(at, ['0001.jou']);
});
