import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Esr } from '../receipt/tra.ts';
import { temporaryFolder } from '../testing/folder.ts';
import type { FindQuery } from './find.ts';
import type { Journal } from './journal.ts';
import { openTestJournal } from './testing/stores.ts';

let journal: Journal;

beforeEach(async () => {
  journal = await openTestJournal(path.join(await temporaryFolder(), 'journal.db'));
  onTestFinished(() => journal.close());
});

/** Stores transactions numbered from 1. */
async function store(esrs: readonly Esr[], RN = 'def'): Promise<void> {
  await Promise.all(
    esrs.map((ESR, i) =>
      journal.append(
        {
          record: { _: 'Tra', SQ: i + 1, RN, D: '2026-05-04T12:00:00', ESR },
          sums: null,
          changes: {},
        },
        0,
      ),
    ),
  );
}

function find(query: Partial<FindQuery>) {
  return journal.find({
    rn: 'def',
    where: {},
    properties: {},
    sort: 'desc',
    rows: 1000,
    ms: 60_000,
    ...query,
  });
}

async function found(query: Partial<FindQuery>): Promise<number[]> {
  return (await find(query)).records.map((r) => r.SQ);
}

/** Asks page after page as a client would. */
async function pages(query: Partial<FindQuery>): Promise<number[][]> {
  const result: number[][] = [];
  let after: number | undefined;
  do {
    const page = await find({ ...query, ...(after !== undefined && { after }) });
    result.push(page.records.map((r) => r.SQ));
    after = page.continuation;
    expect(result.length).toBeLessThan(1000);
  } while (after !== undefined);
  return result;
}

it('sorts either way and searches one register only', async () => {
  await store([{}, {}, {}]);
  await store([{}, {}, {}, {}], 'other');
  expect(await found({})).toEqual([3, 2, 1]);
  expect(await found({ sort: 'asc' })).toEqual([1, 2, 3]);
  expect(await found({ rn: 'nobody' })).toEqual([]);
});

it.each(['asc', 'desc'] as const)('gives every record once over pages, sorted %s', async (sort) => {
  await store(Array.from({ length: 7 }, () => ({})));
  const all = [1, 2, 3, 4, 5, 6, 7];
  const expected = sort === 'asc' ? all : [...all].reverse();
  for (const rows of [1, 2, 3, 6]) {
    const read = await pages({ sort, rows });
    expect(read.flat()).toEqual(expected);
    expect(read.every((page) => page.length <= rows)).toBe(true);
  }
});

it('says that there is more only when there is more', async () => {
  await store(Array.from({ length: 4 }, (_, i) => ({ Opr: i % 2 === 0 ? 'a' : 'b' })));
  expect((await find({ rows: 4 })).continuation).toBeUndefined();
  expect((await find({ rows: 5 })).continuation).toBeUndefined();
  expect((await find({ rows: 3 })).continuation).toBe(2);
  expect(await pages({ rows: 2 })).toEqual([
    [4, 3],
    [2, 1],
  ]);
  expect(await pages({ rows: 1, properties: { opr: 'a' } })).toEqual([[3], [1]]);
});

it('continues where the time ran out', async () => {
  await store(Array.from({ length: 950 }, () => ({})));
  const read = await pages({ sort: 'asc', ms: 0, rows: 900 });
  expect(read.length).toBeGreaterThan(2);
  expect(read.flat()).toEqual(Array.from({ length: 950 }, (_, i) => i + 1));
});

it('takes a page larger than everything read at a time', async () => {
  await store(Array.from({ length: 450 }, () => ({})));
  const page = await find({ rows: 430 });
  expect(page.records).toHaveLength(430);
  expect(page.continuation).toBe(21);
});

it.each(['asc', 'desc'] as const)('stops at its bytes and goes on from there, sorted %s', async (sort) => {
  const large = 'é'.repeat(1000);
  await store([{ Opr: large }, {}, { Opr: large }, {}, { Opr: large.repeat(10) }, {}]);
  const sorted = sort === 'asc' ? [1, 2, 3, 4, 5, 6] : [6, 5, 4, 3, 2, 1];
  const small = await pages({ sort, bytes: 3000 });
  expect(small.flat()).toEqual(sorted);
  // Two bytes a letter: two large ones do not fit, and the largest comes alone.
  expect(small).toContainEqual([5]);
  for (const page of small) expect(page).not.toEqual(expect.arrayContaining([1, 3]));
  expect(await pages({ sort, bytes: 0 })).toEqual(sorted.map((sq) => [sq]));
  expect(await pages({ sort, bytes: 1_000_000 })).toEqual([sorted]);
});

it('takes first and last date inclusive, dates as well as times', async () => {
  await store([
    { D: '2026-05-03T23:59:59' },
    { D: '2026-05-04T00:00:00' },
    { D: '2026-05-04T23:59:59' },
    { D: '2026-05-05T00:00:00' },
  ]);
  expect(await found({ from: '2026-05-04', till: '2026-05-04' })).toEqual([3, 2]);
  expect(await found({ where: { day: '2026-05-04' } })).toEqual([3, 2]);
  expect(await found({ from: '2026-05-04' })).toEqual([4, 3, 2]);
  expect(await found({ till: '2026-05-04' })).toEqual([3, 2, 1]);
  expect(await found({ from: '2026-05-03T23:59:59', till: '2026-05-04T00:00:00' })).toEqual([2, 1]);
  expect(await found({ from: '2026-05-04T00:00:01', till: '2026-05-04T23:59:58' })).toEqual([]);
});

it('finds by number, terminal, type and sequence; all criteria must hold', async () => {
  await store([
    { TL: '1', TT: '1', TN: '5', FN: 'FS 1_1.26/1' },
    { TL: '1', TT: '2', TN: '5', FN: 'FS 1_2.26/1' },
    { TL: '1', TT: '2', TN: '05' },
  ]);
  expect(await found({ where: { tn: '5' } })).toEqual([2, 1]);
  expect(await found({ where: { tn: '5', tt: '2', tl: '1' } })).toEqual([2]);
  expect(await found({ where: { fn: 'FS 1_1.26/1' } })).toEqual([1]);
  expect(await found({ where: { sq: 3 } })).toEqual([3]);
  expect(await found({ where: { type: 'Tra' } })).toEqual([3, 2, 1]);
  expect(await found({ where: { type: 'Cfg' } })).toEqual([]);
  expect(await found({ where: { sq: 3, tn: '5' } })).toEqual([]);
});

it('finds by any property of the receipt, names in any case, values exact', async () => {
  await store([
    { Opr: 'Ana', T: '12.30', LoyaltyCard: '007' },
    { Opr: 'ana', T: '2.30', LoyaltyCard: '7' },
    { T: '12.30', TaxN: '1' },
  ]);
  expect(await found({ properties: { opr: 'Ana' } })).toEqual([1]);
  expect(await found({ properties: { OPR: 'ana' } })).toEqual([2]);
  expect(await found({ properties: { t: '12.30' } })).toEqual([3, 1]);
  expect(await found({ properties: { loyaltycard: '007' } })).toEqual([1]);
  expect(await found({ properties: { loyaltycard: '007', opr: 'ana' } })).toEqual([]);
  expect(await found({ properties: { nothing: 'x' } })).toEqual([]);
});

describe('takes hostile names and values as plain text', () => {
  const ATTACKS = [
    `' OR '1'='1`,
    `x'; DROP TABLE records; --`,
    `$.ESR') OR 1=1 --`,
    ':rn',
    '$1',
    '?',
    'a"b',
    '%',
    '\\',
    'a\u0000b',
    '*/ OR 1=1 /*',
  ];
  it.each(ATTACKS)('%j', async (attack) => {
    await store([{ Opr: 'a', TN: '1' }, { Opr: attack, TN: attack, FN: attack }, { Opr: 'b' }]);
    expect(await found({ properties: { opr: attack } })).toEqual([2]);
    expect(await found({ where: { tn: attack } })).toEqual([2]);
    expect(await found({ where: { fn: attack } })).toEqual([2]);
    expect(await found({ properties: { [attack]: 'a' } })).toEqual([]);
    expect(await found({ rn: attack })).toEqual([]);
    expect(await found({ from: attack, till: attack, where: { tn: 'none' } })).toEqual([]);
    expect(await found({})).toEqual([3, 2, 1]);
  });
});
