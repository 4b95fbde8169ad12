import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { filesOf } from '../../testing/tree.ts';
import { DamagedFileError } from '../segments/damaged.ts';
import { answers, oldJournal, questions, toEnd, type OldJournal } from './testing/old-journal.ts';

/** A data root with two segments that are complete and the beginning of a third, to be copied; and all answers. */
let prepared: { root: string; before: Record<string, string> } | undefined;

afterAll(() => prepared && fs.rm(prepared.root, { recursive: true, force: true }));

async function prepare(): Promise<void> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'tillmark-test-'));
  const old = await oldJournal(root);
  await old.fill(1, 2300);
  prepared = { root, before: await answers(old.journal, 'def') };
  await old.close();
}

async function opened(): Promise<OldJournal & { before: Record<string, string> }> {
  if (!prepared) await prepare();
  const { root: from, before } = prepared!;
  const root = await temporaryFolder();
  await fs.cp(from, root, { recursive: true });
  return { ...(await oldJournal(root)), before };
}

/** What the plain files hold, packed or not. */
async function contents(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of await filesOf(folder)) {
    const bytes = await fs.readFile(path.join(folder, name));
    files[name] = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  }
  return files;
}

const ARCHIVED = ['0000.jou.gz', '0001.jou.gz', '0002.jou'];
const someQuestions = fc.shuffledSubarray(Object.keys(questions('def')), { minLength: 12, maxLength: 12 });

it('gives the same answers before and after, of every register', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ seed: fc.nat(), count: fc.constantFrom(5, 999, 1000, 2300) }), {
        minLength: 1,
        maxLength: 2,
      }),
      someQuestions,
      async (registers, asked) => {
        const old = await oldJournal();
        const names = registers.map((_, i) => `till ${i}`);
        for (const [i, { seed, count }] of registers.entries()) await old.fill(seed, count, names[i]);
        const ask = async ({ journal }: OldJournal) => {
          const given: Record<string, string> = {};
          for (const rn of names)
            for (const question of asked) given[rn + question] = await questions(rn)[question]!(journal);
          return given;
        };
        const before = await ask(old);
        for (const rn of names) await old.archiveAll(rn);
        expect(names.map((rn) => old.journal.archivedSegments(rn))).toEqual(
          registers.map(({ count }) => Math.floor(count / 1000)),
        );
        expect(await ask(old)).toEqual(before);
        const again = await old.again();
        expect(await ask(again)).toEqual(before);
        await again.close();
      },
    ),
    { numRuns: 6 },
  );
});

it('answers every question, and the files are the plain ones, packed', async () => {
  const old = await opened();
  const plain = await contents(old.folder());
  await old.archiveAll();
  expect(await answers(old.journal, 'def')).toEqual(prepared!.before);
  expect(await contents(old.folder())).toEqual({
    '0000.jou.gz': plain['0000.jou'],
    '0001.jou.gz': plain['0001.jou'],
    '0002.jou': plain['0002.jou'],
  });
  // The register goes on.
  await old.fill(2, 800);
  const answered = await answers(old.journal, 'def');
  await old.archiveAll();
  expect(old.journal.archivedSegments('def')).toBe(3);
  expect(await answers((await old.again()).journal, 'def')).toEqual(answered);
});

it('gives the room back to the disk', async () => {
  const old = await opened();
  const size = async () => (await fs.stat(path.join(old.root, 'journal.db'))).size;
  const [before, files] = [await size(), await bytesOf(old.folder())];
  const won = await toEnd((await old.archiving())!);
  await toEnd((await old.archiving())!);
  expect(await old.journal.archiver.settle()).toBe(true);
  expect(await size()).toBeLessThan(before / 2);
  expect(won).toBeGreaterThan(((before - (await size()) + files - (await bytesOf(old.folder()))) / 2) * 0.9);
});

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await filesOf(folder)) bytes += (await fs.stat(path.join(folder, name))).size;
  return bytes;
}

it('archives no segment that is still written to', async () => {
  const old = await oldJournal();
  expect(await old.archiving()).toBeNull();
  await old.fill(1, 999);
  expect(await old.archiving()).toBeNull();
  await old.fill(2, 1);
  expect(await old.journal.archiver.next('def')).toMatchObject({ rn: 'def', segment: 0 });
  await old.archiveAll();
  expect(await filesOf(old.folder())).toEqual(['0000.jou.gz', '0001.jou']);
  expect(await old.journal.archiver.next('nobody')).toBeNull();
});

describe('whatever interrupts it', () => {
  async function expectAnswers({ journal }: OldJournal): Promise<void> {
    for (const question of ['lines', 'lastSq', 'find {"where":{"type":"Tra"},"sort":"desc"}', 'bySq 500']) {
      const answer = await questions('def')[question]!(journal);
      expect([question, answer]).toEqual([question, prepared!.before[`def: ${question}`]]);
    }
  }

  /** Nothing is lost, and the next start archives what was not archived. */
  async function expectRecovery(interrupted: OldJournal): Promise<void> {
    interrupted.interruption.before = () => undefined;
    await expectAnswers(interrupted);
    const old = await interrupted.again();
    await expectAnswers(old);
    const { archiver } = old.journal;
    for (let segment = 0; segment < old.journal.archivedSegments('def'); segment++) {
      if (await archiver.hasLeftovers('def', segment))
        await toEnd(archiver.removeLeftovers('def', segment, () => expect.unreachable()));
    }
    await old.archiveAll();
    expect(await filesOf(old.folder())).toEqual(ARCHIVED);
    expect(old.aside).toEqual([]);
    for (const segment of [0, 1]) expect(await archiver.hasLeftovers('def', segment)).toBe(false);
    await toEnd(archiver.shrink());
    await archiver.settle();
    const { size } = await fs.stat(path.join(old.root, 'journal.db'));
    expect(size).toBeLessThan((await fs.stat(path.join(prepared!.root, 'journal.db'))).size / 2);
    await expectAnswers(old);
    await old.close();
  }

  it('goes on from every step', async () => {
    let steps = 0;
    for (let isDone = false; !isDone; steps++) {
      const old = await opened();
      const archiving = (await old.archiving())!;
      for (let i = 0; i <= steps && !isDone; i++) isDone = (await archiving.next()).done === true;
      await expectRecovery(old);
    }
    expect(steps).toBeGreaterThan(15);
  }, 120_000);

  it.each(['select', 'write', 'shrink'] as const)(
    'goes on after any %s that failed',
    async (call) => {
      let failed = 0;
      for (let nth = 1; ; nth += call === 'select' ? 4 : call === 'write' ? 3 : 1) {
        const old = await opened();
        const archiving = (await old.archiving())!;
        let calls = 0;
        old.interruption.before = (name) => {
          if (name === call && ++calls === nth) throw new Error('SQLITE_FULL: database or disk is full');
        };
        const outcome = await toEnd(archiving).catch((error: Error) => error.message);
        if (typeof outcome === 'number') break;
        expect(outcome).toMatch(/SQLITE_FULL/);
        failed++;
        await expectRecovery(old);
      }
      expect(failed).toBeGreaterThan(0);
    },
    120_000,
  );

  it.each(['writeFile', 'rename', 'unlink', 'open', 'lstat'] as const)(
    'goes on after the file system refused to %s',
    async (call) => {
      const old = await opened();
      const archiving = (await old.archiving())!;
      const refuse = vi.spyOn(fs, call).mockRejectedValue(new Error('ENOSPC: no space left on device'));
      onTestFinished(() => refuse.mockRestore());
      await expect(toEnd(archiving)).rejects.toThrow('ENOSPC');
      refuse.mockRestore();
      await expectRecovery(old);
    },
  );
});

it('changes nothing when the disk is full while it packs', async () => {
  const old = await opened();
  const files = await contents(old.folder());
  const write = fs.writeFile.bind(fs);
  const full = vi.spyOn(fs, 'writeFile').mockImplementation(async (file, data, options) => {
    await write(file, (data as Buffer).subarray(0, 1000), options);
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  onTestFinished(() => full.mockRestore());
  await expect(toEnd((await old.archiving())!)).rejects.toThrow('ENOSPC');
  expect(await contents(old.folder())).toEqual(files);
  expect(old.journal.archivedSegments('def')).toBe(0);
  expect(await answers(old.journal, 'def')).toEqual(prepared!.before);
});

it('archives nothing that cannot be read back', async () => {
  const old = await opened();
  const write = fs.writeFile.bind(fs);
  const weak = vi.spyOn(fs, 'writeFile').mockImplementation(async (file, data, options) => {
    await write(file, Buffer.from(data as Buffer).fill(0, 5000, 5010), options);
  });
  onTestFinished(() => weak.mockRestore());
  await expect(toEnd((await old.archiving())!)).rejects.toThrow('not read back as it was written');
  expect(await filesOf(old.folder())).toEqual(['0000.jou', '0001.jou', '0002.jou']);
});

it('takes a compressed file that is there and holds the same, whoever packed it', async () => {
  const old = await opened();
  const file = path.join(old.folder(), '0000.jou.gz');
  const present = gzipSync(await fs.readFile(path.join(old.folder(), '0000.jou')), { level: 1 });
  await fs.writeFile(file, present);
  await fs.rm(path.join(old.folder(), '0000.jou'));
  await old.archiveAll();
  expect(await fs.readFile(file)).toEqual(present);
  expect(await answers(old.journal, 'def')).toEqual(prepared!.before);
  expect(old.aside).toEqual([]);
});

it.each([
  ['other lines', (lines: Buffer) => gzipSync(Buffer.concat([lines, lines]))],
  ['fewer lines', (lines: Buffer) => gzipSync(lines.subarray(0, -10))],
  ['a part of it', (lines: Buffer) => gzipSync(lines).subarray(0, 500)],
  ['no archive', () => Buffer.from('torn')],
  ['nothing', () => Buffer.alloc(0)],
])('keeps a compressed file aside that holds %s', async (_, made) => {
  const old = await opened();
  const lines = await fs.readFile(path.join(old.folder(), '0000.jou'));
  const present = made(lines);
  await fs.writeFile(path.join(old.folder(), '0000.jou.gz'), present);
  await old.archiveAll();
  expect(old.aside).toEqual(['0000.jou.gz.damaged-1']);
  expect(await fs.readFile(path.join(old.folder(), '0000.jou.gz.damaged-1'))).toEqual(present);
  expect(gunzipSync(await fs.readFile(path.join(old.folder(), '0000.jou.gz')))).toEqual(lines);
});

it('keeps a plain file aside that says something else', async () => {
  const old = await opened();
  const plain = path.join(old.folder(), '0001.jou');
  const text = (await fs.readFile(plain, 'utf8')).replace('"T":"1.20"', '"T":"9.20"');
  await fs.writeFile(plain, text);
  await old.archiveAll();
  expect(old.aside).toEqual(['0001.jou.damaged-1']);
  expect(await fs.readFile(`${plain}.damaged-1`, 'utf8')).toBe(text);
  expect(await answers(old.journal, 'def')).toEqual(prepared!.before);
});

it('needs no plain file: one that a crash cut off goes, too', async () => {
  const old = await opened();
  await fs.rm(path.join(old.folder(), '0000.jou'));
  await fs.truncate(path.join(old.folder(), '0001.jou'), 5000);
  await old.archiveAll();
  expect(await filesOf(old.folder())).toEqual(ARCHIVED);
  expect(old.aside).toEqual([]);
});

describe('a compressed file that is not as it was', () => {
  const damages: [string, (file: string) => Promise<void>][] = [
    ['missing', (file) => fs.rm(file)],
    ['changed', async (file) => fs.writeFile(file, gzipSync('{"_":"Tra"}\n'))],
    ['cut off', (file) => fs.truncate(file, 3000)],
    ['longer', (file) => fs.appendFile(file, 'x')],
    ['a folder', async (file) => fs.rm(file).then(() => fs.mkdir(file))],
  ];
  it.each(damages)('is an error, not fewer records: %s', async (_, damage) => {
    const first = await opened();
    await first.archiveAll();
    await damage(path.join(first.folder(), '0001.jou.gz'));
    const old = await first.again();
    const unreadable: [string, number][] = [];
    old.journal.on('unreadable', (...which) => void unreadable.push(which));
    for (const [question, ask] of Object.entries(questions('def'))) {
      const answer = await ask(old.journal).catch((error: unknown) => error);
      if (answer instanceof Error) {
        expect(answer).toBeInstanceOf(DamagedFileError);
        expect(answer.message).toMatch(
          /^the journal file def\/jou\/0001\.jou\.gz .*; put it back from a backup$/,
        );
      } else expect([question, answer]).toEqual([question, prepared!.before[`def: ${question}`]]);
    }
    for (const question of ['lines', 'bySq 1001', 'find {"where":{"type":"Tra"},"sort":"asc"}'])
      await expect(questions('def')[question]!(old.journal)).rejects.toThrow(DamagedFileError);
    expect(unreadable).toContainEqual(['def', 1]);
    // The others and what sells are not concerned.
    for (const question of ['bySq 1', 'lastSq', 'last undefined', 'last Cfg', 'bySq 2000'])
      await questions('def')[question]!(old.journal);
  });

  it('keeps everything that is left beside it', async () => {
    const old = await opened();
    const archiving = (await old.archiving())!;
    for (let i = 0; i < 3; i++) await archiving.next();
    const file = path.join(old.folder(), '0000.jou.gz');
    await fs.truncate(file, 100);
    expect(await old.journal.archiver.hasLeftovers('def', 0)).toBe(true);
    await expect(toEnd(old.journal.archiver.removeLeftovers('def', 0, () => undefined))).rejects.toThrow(
      DamagedFileError,
    );
    expect(await filesOf(old.folder())).toContain('0000.jou');
    const rows = await old.journal.find({
      rn: 'def',
      where: { type: 'TraS' },
      properties: {},
      sort: 'asc',
      rows: 10,
      ms: 1000,
    });
    expect(rows.records.length).toBeGreaterThan(0);
  });
});

it('gives whoever reads meanwhile what there was before', async () => {
  await fc.assert(
    fc.asyncProperty(
      someQuestions,
      fc.array(fc.nat(14), { minLength: 1, maxLength: 40 }),
      async (asked, steps) => {
        const old = await opened();
        let archiving: AsyncGenerator<void, number> | null = null;
        let isArchiving = false;
        let reads = 0;
        // Between the decision where to read and the reading.
        old.interruption.before = async (call) => {
          if (call !== 'select' || isArchiving) return;
          isArchiving = true;
          for (let i = steps[reads++ % steps.length]!; i > 0; i--) {
            archiving ??= await old.archiving();
            if (!archiving) break;
            if ((await archiving.next()).done) archiving = null;
          }
          isArchiving = false;
        };
        for (const question of asked) {
          const answer = await questions('def')[question]!(old.journal);
          expect([question, answer]).toEqual([question, prepared!.before[`def: ${question}`]]);
        }
        await old.close();
      },
    ),
    { numRuns: 8 },
  );
}, 60_000);

it('takes sales while it archives, and loses none', async () => {
  const old = await opened();
  const sold: Promise<void>[] = [];
  let sq = await old.journal.lastSq('def');
  const archived = old.archiveAll();
  let isArchiving = true;
  void archived.then(() => (isArchiving = false));
  while (isArchiving) {
    const record = { _: 'Tra', SQ: ++sq, RN: 'def', D: '2026-03-01T12:00:00', ESR: { Note: 'meanwhile' } };
    sold.push(old.journal.append({ record, sums: null, changes: { n: sq } }, 0));
    await Promise.all(sold.splice(0));
  }
  await archived;
  expect(sq).toBeGreaterThan(2310);
  expect(old.journal.generation).toBe(0);
  const { journal } = await old.again();
  expect(await journal.lastSq('def')).toBe(sq);
  let next = 0;
  for await (const page of journal.linesBetween('def', 0, sq))
    for (const line of page) expect(line.sq).toBe(++next);
  expect((await journal.state('def')).get('n')).toBe(sq);
});
