import path from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { runs } from '../testing/runs.ts';
import { Journal } from './journal.ts';
import { openTestStore } from './testing/stores.ts';

async function openJournal(): Promise<Journal> {
  const journal = new Journal(await openTestStore(path.join(await temporaryFolder(), 'journal.db')), 'rn');
  onTestFinished(() => journal.close());
  return journal;
}

interface Entry {
  type: string;
  /** Day of the document, and of its registration. */
  dated: string;
  entered: string;
}

async function append(journal: Journal, rn: string, entries: readonly Entry[]): Promise<void> {
  await Promise.all(
    entries.map(({ type, dated, entered }, i) => {
      const esr = type === 'Tra' ? { ESR: { D: `${dated}T12:00:00` } } : {};
      const record = { _: type, SQ: i + 1, RN: rn, D: `${entered}T12:00:00`, ...esr };
      return journal.append({ record, sums: null, changes: {} }, 0);
    }),
  );
}

async function numbers(journal: Journal, rn: string, from: string, till: string, today: string) {
  const found: number[] = [];
  const period = await journal.period(rn, from, till, { unbrokenOn: today });
  for await (const page of period.pages()) found.push(...page.map(({ SQ }) => SQ));
  expect(found.length).toBeLessThanOrEqual(period.count);
  return found;
}

const MONTHS = [
  ['2026-05-01', '2026-05-31'],
  ['2026-06-01', '2026-06-30'],
  ['2026-07-01', '2026-07-31'],
] as const;
const TODAY = '2026-07-20';

it('whatever clock and dates did: no holes, all that is dated in the period, and no month leaves one to nobody', async () => {
  const journal = await openJournal();
  const day = fc.constantFrom(
    '1970-01-01',
    '2026-05-04',
    '2026-05-31',
    '2026-06-01',
    '2026-06-30',
    '2026-07-02',
    '2099-12-31',
  );
  const entry = fc.record({ type: fc.constantFrom('Tra', 'Tra', 'Tra', 'log'), dated: day, entered: day });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 30 }), async (entries) => {
      const rn = `till ${++run}`;
      await append(journal, rn, entries);
      const transactions = entries.flatMap(({ type }, i) => (type === 'Tra' ? [i + 1] : []));
      for (const [from, till] of MONTHS) {
        const found = await numbers(journal, rn, from, till, TODAY);
        const first = transactions.indexOf(found[0] ?? 0);
        expect(found).toEqual(found.length === 0 ? [] : transactions.slice(first, first + found.length));
        for (const sq of transactions) {
          const { dated } = entries[sq - 1]!;
          if (dated >= from && dated <= till) expect(found).toContain(sq);
        }
      }
      expect(await numbers(journal, rn, '1900-01-01', TODAY, TODAY)).toEqual(transactions);
    }),
    { numRuns: runs(60) },
  );
});

it('months one after the other have every receipt, also late ones and those of a clock that was ahead', async () => {
  const journal = await openJournal();
  const late = fc.integer({ min: 0, max: 7 });
  const step = fc.record({
    days: fc.integer({ min: 0, max: 6 }),
    late,
    jumps: fc.integer({ min: 0, max: 9 }),
  });
  const at = (days: number) =>
    new Date(Date.parse('2026-05-01') + days * 86_400_000).toISOString().slice(0, 10);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const rn = `till ${++run}`;
      let now = 0;
      const entries = steps.map(({ days, late: back, jumps }): Entry => {
        now = Math.min(now + days, 80);
        // A till that was off may be days late, and now and then the clock shows a year long ahead.
        const shown = jumps === 0 ? '2099-12-31' : at(now);
        return { type: 'Tra', dated: jumps === 0 ? shown : at(Math.max(0, now - back)), entered: shown };
      });
      await append(journal, rn, entries);
      const found = new Set<number>();
      for (const [from, till] of MONTHS)
        for (const sq of await numbers(journal, rn, from, till, at(now))) found.add(sq);
      expect([...found].sort((a, b) => a - b)).toEqual(entries.map((_, i) => i + 1));
    }),
    { numRuns: runs(60) },
  );
});
