import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Esr, JournalRecord } from '../receipt/tra.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { Journal } from './journal.ts';
import { Archive } from './archive/archive.ts';
import { LateData } from './late.ts';
import { Lines, type Line } from './lines.ts';
import { toRow } from './row.ts';
import { openPeriod, type Period } from './period.ts';
import { runs } from '../testing/runs.ts';
import { openTestStore } from './testing/stores.ts';

const REGISTRATION = '2026-05-04T12:00:00';

async function openFile() {
  const store = await openTestStore(path.join(await temporaryFolder(), 'journal.db'));
  const journal = new Journal(store, 'rn');
  onTestFinished(() => journal.close());
  return { store, journal };
}

/** Stores records with the given document dates, numbered on from `first`. */
async function append(
  journal: Journal,
  dates: readonly string[],
  rn = 'def',
  first = 1,
  type = 'Tra',
  esr: Partial<Esr> = {},
) {
  await Promise.all(
    dates.map((D, i) => {
      const record = { _: type, SQ: first + i, RN: rn, D: REGISTRATION, ESR: { D, ...esr } };
      return journal.append({ record, sums: null, changes: {} }, 0);
    }),
  );
}

async function walk(period: Period): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for await (const page of period.pages()) {
    expect(page.length).toBeGreaterThan(0);
    expect(page.length).toBeLessThanOrEqual(200);
    records.push(...page);
  }
  return records;
}

const numbers = async (period: Period) => (await walk(period)).map((record) => record.SQ);

it('gives what a filter over all records gives, in order of SQ', async () => {
  const { journal } = await openFile();
  const days = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-02-28'];
  const day = fc.constantFrom(...days);
  const time = fc.constantFrom('00:00:00', '12:30:00', '23:59:59');
  const entry = fc.record({
    type: fc.constantFrom('Tra', 'Tra', 'TraS', 'log'),
    d: fc.tuple(day, time).map(([d, t]) => `${d}T${t}`),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 40 }), day, day, async (entries, from, till) => {
      const rn = `till ${++run}`;
      await Promise.all(entries.map(({ type, d }, i) => append(journal, [d], rn, i + 1, type)));
      const expected = entries.flatMap(({ type, d }, i) =>
        type === 'Tra' && d.slice(0, 10) >= from && d.slice(0, 10) <= till ? [i + 1] : [],
      );
      const period = await journal.period(rn, from, till);
      expect({ count: period.count, lastSq: period.lastSq }).toEqual({
        count: expected.length,
        lastSq: entries.length,
      });
      expect(await numbers(period)).toEqual(expected);
    }),
    { numRuns: runs(60) },
  );
});

it('reads a period of many steps and pages, with gaps and documents of an older date', async () => {
  const { store, journal } = await openFile();
  const rows = Array.from({ length: 12_000 }, (_, i) => {
    // Sales of one day, then of the next; one in a hundred carries the date of the first day.
    const D = `2026-03-0${i < 9000 || i % 100 === 0 ? 1 : 2}T10:00:${String(i % 60).padStart(2, '0')}`;
    const record = { _: 'Tra', SQ: i + 1, RN: 'def', D: REGISTRATION, ESR: { D } };
    return toRow({ record, sums: null, changes: {} });
  });
  for (let i = 0; i < rows.length; i += 100) await store.commit(rows.slice(i, i + 100));
  const expected = (day: string) => rows.filter((row) => row.effects.day === day).map(({ sq }) => sq);
  for (const day of ['2026-03-01', '2026-03-02']) {
    const period = await journal.period('def', day, day);
    expect(period.count).toBe(expected(day).length);
    expect(await numbers(period)).toEqual(expected(day));
  }
  const both = await journal.period('def', '2026-03-01', '2026-03-02');
  expect([both.count, (await numbers(both)).length]).toEqual([12_000, 12_000]);
});

it('gives the records of a range whatever days they are of, and of every type when it is asked to', async () => {
  const { journal } = await openFile();
  await append(journal, ['2026-01-01T10:00:00', '2026-09-09T10:00:00']);
  await append(journal, ['2026-01-02T10:00:00'], 'def', 3, 'TraV');
  await append(journal, ['2026-01-03T10:00:00', '2026-01-04T10:00:00'], 'def', 4);
  const found = async (range: { from: number; to: number } | null, types?: 'all') =>
    numbers(await journal.period('def', '2026-01-01', '2026-01-31', { range, types }));
  expect(await found({ from: 2, to: 4 })).toEqual([2, 4]);
  expect(await found({ from: 2, to: 4 }, 'all')).toEqual([2, 3, 4]);
  expect(await found({ from: 4, to: Infinity }, 'all')).toEqual([4, 5]);
  expect(await found(null, 'all')).toEqual([]);
});

describe('a page that is read ahead', () => {
  /** A period of three pages; all but the first one are read by `select`. */
  async function ahead(read: () => Promise<Line[]>): Promise<Period> {
    const { store, journal } = await openFile();
    const dates = Array.from({ length: 500 }, () => '2026-05-04T10:00:00');
    await append(journal, dates);
    const lines = new Lines(store, new Archive(store, () => 'rn', new Map()));
    let pages = 0;
    const whole = lines.page.bind(lines);
    lines.page = async (rn, range, order) => {
      const page = await whole(rn, range, order);
      return ++pages > 1 ? { ...page, lines: await read() } : page;
    };
    return openPeriod({
      store,
      lines,
      late: new LateData(store, lines),
      rn: 'def',
      from: '2026-05-04',
      till: '2026-05-04',
    });
  }

  it('may fail before anybody wants it', async () => {
    const period = await ahead(() => Promise.reject(new Error('disk')));
    const pages = period.pages()[Symbol.asyncIterator]();
    expect((await pages.next()).value).toHaveLength(200);
    // Long enough for a failure that nobody takes care of to be noticed.
    await setTimeout(5);
    await expect(pages.next()).rejects.toThrow('disk');
  });

  it('is waited for when nobody wants it any more', async () => {
    const { promise, resolve } = Promise.withResolvers<Line[]>();
    const period = await ahead(() => promise);
    const pages = period.pages()[Symbol.asyncIterator]();
    await pages.next();
    let left = false;
    const leaving = pages.return!().then(() => (left = true));
    await setTimeout(5);
    expect(left).toBe(false);
    resolve([]);
    await leaving;
  });
});

it('gives every walk the same records, whatever is registered meanwhile', async () => {
  const { journal } = await openFile();
  const day = '2026-05-04T10:00:00';
  await append(journal, [day, day, day]);
  const period = await journal.period('def', '2026-05-04', '2026-05-04');
  await append(journal, [day, day], 'def', 4);
  expect([period.count, period.lastSq]).toEqual([3, 3]);
  expect(await numbers(period)).toEqual([1, 2, 3]);
  expect(await numbers(period)).toEqual([1, 2, 3]);
});

it('is empty for a register without records', async () => {
  const { journal } = await openFile();
  const period = await journal.period('nobody', '2026-01-01', '2026-12-31');
  expect([period.count, period.lastSq, await walk(period)]).toEqual([0, 0, []]);
});

it('finds a record by its sequence number', async () => {
  const { journal } = await openFile();
  await append(journal, [REGISTRATION, REGISTRATION]);
  expect(await journal.bySq('def', 2)).toMatchObject({ SQ: 2, RN: 'def' });
  expect(await journal.bySq('def', 3)).toBeNull();
  expect(await journal.bySq('other', 2)).toBeNull();
});
