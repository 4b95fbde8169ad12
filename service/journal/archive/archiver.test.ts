import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { filesOf } from '../../testing/tree.ts';
import {
  expectAsBefore,
  oldJournal,
  preparedJournal,
  questions,
  removePrepared,
  toEnd,
  type OldJournal,
} from './testing/old-journal.ts';
import { runs } from '../../testing/runs.ts';

afterAll(removePrepared);

/** What the plain files hold, packed or not. */
async function contents(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of await filesOf(folder)) {
    const bytes = await fs.readFile(path.join(folder, name));
    files[name] = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  }
  return files;
}

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
    { numRuns: runs(4) },
  );
});

it('answers every question, and the files are the plain ones, packed', async () => {
  const old = await preparedJournal();
  const plain = await contents(old.folder());
  await old.archiveAll();
  await expectAsBefore(old, old.was, Object.keys(questions('def')));
  expect(await contents(old.folder())).toEqual({
    '0000.jou.gz': plain['0000.jou'],
    '0001.jou.gz': plain['0001.jou'],
    '0002.jou': plain['0002.jou'],
  });
  // The register goes on.
  await old.fill(2, 800);
  const lines = await questions('def')['lines']!(old.journal);
  await old.archiveAll();
  expect(old.journal.archivedSegments('def')).toBe(3);
  const again = await old.again();
  expect(await questions('def')['lines']!(again.journal)).toBe(lines);
});

it('gives the room back to the disk', async () => {
  const old = await preparedJournal();
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

it('gives whoever reads meanwhile what there was before', async () => {
  await fc.assert(
    fc.asyncProperty(
      someQuestions,
      fc.array(fc.nat(14), { minLength: 1, maxLength: 40 }),
      async (asked, steps) => {
        const old = await preparedJournal();
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
        await expectAsBefore(old, old.was, asked);
        await old.close();
      },
    ),
    { numRuns: runs(8) },
  );
});

it('takes sales while it archives, and loses none', async () => {
  const old = await preparedJournal();
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
