import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JournalRecord } from '../receipt/tra.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { everything } from '../testing/registers.ts';
import { oldJournal, type OldJournal } from './archive/testing/old-journal.ts';
import { Journal } from './journal.ts';
import { readLine } from './segments/line.ts';
import type { Store } from './store.ts';
import { onPostgres, openTestStore } from './testing/stores.ts';

const D = '2026-05-04T12:00:00';

function receipt(SQ: number, RN = 'def'): JournalRecord {
  const ESR = { D, TL: '1', TT: '1', TN: String(SQ), FN: `F ${SQ}`, T: '1.00' };
  return { _: 'Tra', SQ, RN, D, ESR, Result: { RC: 'OK' }, Fis: { Zki: `zki ${SQ}` } };
}

function late(SQ: number, Of: number, jir: string, RN = 'def'): JournalRecord {
  return { _: 'Fis', SQ, RN, D, Of, Fis: { Zki: `zki ${Of}`, Jir: jir } };
}

/** A receipt as it stands. */
const standing = (SQ: number, jir: string, RN = 'def') => ({ ...receipt(SQ, RN), Fis: late(0, SQ, jir).Fis });

async function append(journal: Journal, ...records: JournalRecord[]): Promise<void> {
  for (const record of records) await journal.append({ record, sums: null, changes: {} }, 0);
}

interface Counted {
  file: string;
  journal: Journal;
  /** Queries of the last work. */
  queries(work: () => Promise<unknown>): Promise<number>;
}

async function open(file?: string): Promise<Counted> {
  const database = file ?? path.join(await temporaryFolder(), 'journal.db');
  const store = await openTestStore(database);
  let count = 0;
  const counting: Store = {
    ...store,
    registers: store.registers,
    select: (sql, parameters) => {
      count++;
      return store.select(sql, parameters);
    },
  };
  const journal = new Journal(counting, path.join(path.dirname(database), 'rn'));
  onTestFinished(() => journal.close().catch(() => undefined));
  const queries = async (work: () => Promise<unknown>) => {
    count = 0;
    await work();
    return count;
  };
  return { file: database, journal, queries };
}

/** Every way to a receipt. */
async function allWays(journal: Journal, SQ: number, rn = 'def'): Promise<unknown[]> {
  const period = await journal.period(rn, '2026-05-04', '2026-05-04');
  const walked: JournalRecord[] = [];
  for await (const page of period.pages()) walked.push(...page);
  const found = async (where: Parameters<Journal['find']>[0]['where']) =>
    (await journal.find({ ...everything(rn), where })).records.filter((record) => record.SQ === SQ);
  return [
    await journal.bySq(rn, SQ),
    await journal.byNumber(rn, '1', '1', String(SQ)),
    await journal.byFiscalNumber(rn, `F ${SQ}`),
    ...(await found({ sq: SQ })),
    ...(await found({ fn: `F ${SQ}` })),
    ...(await found({ tn: String(SQ) })),
    ...(await found({ type: 'Tra' })),
    ...(await found({})),
    ...walked.filter((record) => record.SQ === SQ),
  ];
}

const WAYS = 9;
const everywhere = (record: unknown) => Array.from({ length: WAYS }, () => record);

describe('late fiscal data', () => {
  it('are in a receipt whichever way it is looked up; the newest ones count', async () => {
    const { journal, file } = await open();
    await append(journal, receipt(1), receipt(2), late(3, 1, 'a'));
    expect(await allWays(journal, 1)).toEqual(everywhere(standing(1, 'a')));
    expect(await allWays(journal, 2)).toEqual(everywhere(receipt(2)));
    await append(journal, late(4, 1, 'b'), late(5, 2, 'c'));
    expect(await allWays(journal, 1)).toEqual(everywhere(standing(1, 'b')));
    expect(await journal.last('def', 'Tra')).toEqual(standing(2, 'c'));
    expect(await journal.lastOfTerminal('def', '1', '1')).toEqual(standing(2, 'c'));
    expect(await journal.last('def')).toEqual(late(5, 2, 'c'));
    expect(await journal.last('def', 'Fis')).toEqual(late(5, 2, 'c'));
    await journal.close();
    const again = await open(file);
    expect(await allWays(again.journal, 1)).toEqual(everywhere(standing(1, 'b')));
    expect(await again.journal.last('def', 'Tra')).toEqual(standing(2, 'c'));
  });

  it('are of their own register alone', async () => {
    const { journal } = await open();
    await append(journal, receipt(1, 'other'), receipt(2, 'other'), receipt(1), late(2, 1, 'a'));
    expect(await allWays(journal, 1, 'other')).toEqual(everywhere(receipt(1, 'other')));
    expect(await allWays(journal, 1)).toEqual(everywhere(standing(1, 'a')));
  });

  it('leave the lines as they were registered, and are lines of their own', async () => {
    const { journal } = await open();
    const records = [receipt(1), late(2, 1, 'a'), receipt(3)];
    await append(journal, ...records);
    for await (const lines of journal.linesBetween('def', 0, 3))
      expect(lines.map(({ text }) => text)).toEqual(records.map((record) => JSON.stringify(record)));
    expect((await journal.find({ ...everything('def'), where: { type: 'Fis' } })).records).toEqual([
      late(2, 1, 'a'),
    ]);
  });

  it('of a record that is no receipt change nothing', async () => {
    const { journal } = await open();
    const log: JournalRecord = { _: 'log', SQ: 1, RN: 'def', D, Event: 'x' };
    await append(journal, log, late(2, 1, 'a'), receipt(3));
    expect(await journal.bySq('def', 1)).toEqual(log);
    expect(await journal.bySq('def', 3)).toEqual(receipt(3));
  });

  it('that come while an export reads are in none of its walks', async () => {
    const { journal } = await open();
    await append(journal, receipt(1), receipt(2), late(3, 1, 'a'));
    const period = await journal.period('def', '2026-05-04', '2026-05-04');
    await append(journal, late(4, 1, 'b'), late(5, 2, 'c'));
    for (const _walk of [1, 2]) {
      for await (const page of period.pages()) expect(page).toEqual([standing(1, 'a'), receipt(2)]);
    }
  });

  it('that could not be stored are in no receipt', async () => {
    const { journal } = await open();
    await append(journal, receipt(1));
    const again = { record: late(1, 1, 'a'), sums: null, changes: {} };
    await expect(journal.append(again, 0)).rejects.toThrow('this number is given');
    expect(await journal.bySq('def', 1)).toEqual(receipt(1));
  });

  it('count in the bytes that a search may answer', async () => {
    const { journal } = await open();
    await append(journal, receipt(1), receipt(2), late(3, 1, 'x'.repeat(1000)), late(4, 2, 'y'.repeat(1000)));
    const query = { ...everything('def'), where: { type: 'Tra' }, bytes: 1500 };
    const { records, continuation } = await journal.find(query);
    expect([records.map(({ SQ }) => SQ), continuation]).toEqual([[1], 1]);
  });

  it('cost a page of receipts one query, and registers without them none', async () => {
    const { journal, queries } = await open();
    for (const rn of ['def', 'plain']) {
      for (let sq = 1; sq <= 5; sq++) await append(journal, receipt(sq, rn));
    }
    await append(journal, late(6, 1, 'a'));
    const page = (rn: string) => queries(() => journal.find({ ...everything(rn), where: { type: 'Tra' } }));
    const one = (rn: string) => queries(() => journal.bySq(rn, 1));
    // Whether a register has any is asked once.
    await journal.bySq('plain', 1);
    expect([await page('def'), await one('def')]).toEqual([
      (await page('plain')) + 1,
      (await one('plain')) + 1,
    ]);
    expect(await one('plain')).toBe(1);
  });

  it('are found from the first one on, though nobody had asked a register without any', async () => {
    const { journal } = await open();
    await append(journal, receipt(1));
    expect(await journal.bySq('def', 1)).toEqual(receipt(1));
    await append(journal, late(2, 1, 'a'));
    expect(await journal.bySq('def', 1)).toEqual(standing(1, 'a'));
  });

  it('are restored with their register', async () => {
    const { journal } = await open();
    const entries = [receipt(1), late(2, 1, 'a')].map((record) => ({
      ...{ record, sums: null, changes: {} },
    }));
    expect(await journal.bySq('def', 1)).toBeNull();
    await journal.restore(
      'def',
      (async function* () {
        yield await Promise.resolve(entries);
      })(),
    );
    expect(await allWays(journal, 1)).toEqual(everywhere(standing(1, 'a')));
  });
});

it.each([undefined, 0, 3, 4, '2'])(
  'late fiscal data of record %s are no line as Tillmark writes it',
  (Of) => {
    const line = (of: unknown) => readLine(JSON.stringify(late(3, of as number, 'a')));
    expect([line(Of), line(2)?.record]).toEqual([null, late(3, 2, 'a')]);
  },
);

// Nothing is archived on PostgreSQL.
describe.skipIf(onPostgres)('late fiscal data of an archived segment', () => {
  /** Receipts up to SQ 998, their data in the next segments, and 1 has newer ones in the database. */
  async function archived(): Promise<OldJournal> {
    const old = await oldJournal();
    const records: JournalRecord[] = [];
    for (let sq = 1; sq < 999; sq++) records.push(receipt(sq));
    records.push(late(999, 7, 'near'));
    for (let sq = 1000; sq < 2000; sq++) records.push(late(sq, sq === 1000 ? 998 : 3, `late ${sq}`));
    records.push(late(2000, 1, 'newest'), late(2001, 3, 'newest'));
    await Promise.all(records.map((record) => old.journal.append({ record, sums: null, changes: {} }, 0)));
    await old.fill(1, 0);
    await old.archiveAll();
    expect(old.journal.archivedSegments('def')).toBe(2);
    return old;
  }

  it('are found in the same file, in another one and in the database', async () => {
    for (const { journal } of [await archived(), await (await archived()).again()]) {
      expect(await allWays(journal, 7)).toEqual(everywhere(standing(7, 'near')));
      expect(await allWays(journal, 998)).toEqual(everywhere(standing(998, 'late 1000')));
      expect(await allWays(journal, 1)).toEqual(everywhere(standing(1, 'newest')));
      expect(await allWays(journal, 3)).toEqual(everywhere(standing(3, 'newest')));
      expect(await allWays(journal, 2)).toEqual(everywhere(receipt(2)));
    }
  });

  it('leave the database with their segment', async () => {
    const { root, journal, close } = await archived();
    expect((await journal.find({ ...everything('def'), where: { type: 'Fis' } })).records).toHaveLength(1003);
    await close();
    const store = await openTestStore(path.join(root, 'journal.db'));
    onTestFinished(() => store.close());
    expect(await store.select('SELECT id & 4294967295 AS sq FROM records', {})).toEqual([
      { sq: 2000 },
      { sq: 2001 },
    ]);
  });
});
