import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Sums } from '../receipt/sums.ts';
import type { Esr, JournalRecord } from '../receipt/tra.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { everything } from '../testing/registers.ts';
import type { Journal } from './journal.ts';
import type { Entry, Row } from './row.ts';
import { NewerDatabaseError } from './store.ts';
import { onPostgres, openTestJournal, openTestStore, strangerOn } from './testing/stores.ts';

function entry(SQ: number, esr: Esr = {}, more: Partial<Entry> & { RN?: string } = {}): Entry {
  const { RN = 'def', ...rest } = more;
  const record: JournalRecord = { _: 'Tra', SQ, RN, D: '2026-05-04T12:00:00', ESR: esr };
  return { record, sums: null, changes: {}, ...rest };
}

function turnover(total: number): Sums {
  return { receipts: 1, total, taxes: [], payments: [] };
}

async function openJournal(file?: string): Promise<Journal> {
  const journal = await openTestJournal(file ?? path.join(await temporaryFolder(), 'journal.db'));
  onTestFinished(() => journal.close().catch(() => undefined));
  return journal;
}

it('keeps records and state over a restart, byte for byte', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const text = 'Café "três" \\ \n € 😀 \' ; -- $1 :name';
  const first = entry(
    1,
    { TN: '0017', T: '12.30', Note: text },
    { changes: { 'PT/FS 1_1.26': { number: 1, hash: 'x' }, n: 7 }, sums: turnover(1230) },
  );
  const journal = await openJournal(file);
  await journal.append(first, 0);
  await journal.append(entry(2, {}, { changes: { n: 8 } }), 0);
  await journal.append(entry(1, {}, { RN: 'other', changes: { n: 1 } }), 0);
  await journal.close();

  const again = await openJournal(file);
  expect((await again.find(everything('def'))).records).toEqual([first.record, entry(2).record]);
  expect(Object.fromEntries(await again.state('def'))).toEqual({
    'PT/FS 1_1.26': { number: 1, hash: 'x' },
    n: 8,
  });
  expect(Object.fromEntries(await again.state('other'))).toEqual({ n: 1 });
  expect(again.registerNames()).toEqual(['def', 'other']);
  expect((await again.last('def'))?.SQ).toBe(2);
  expect(await again.last('nobody')).toBeNull();
});

it('finds the last record by type and terminal, and a transaction by its number and year', async () => {
  const journal = await openJournal();
  const cfg: JournalRecord = { _: 'Cfg', SQ: 1, RN: 'def', D: '2025-12-31T08:00:00' };
  await journal.append({ record: cfg, sums: null, changes: {} }, 0);
  const number = { TL: '1', TT: '1', TN: '5' };
  await journal.append(entry(2, { ...number, D: '2025-12-31T23:59:00' }), 0);
  await journal.append(entry(3, { ...number, D: '2026-01-01T00:01:00' }), 0);
  await journal.append(entry(4, { ...number, TT: '2', D: '2026-01-01T00:02:00' }), 0);
  expect((await journal.last('def', 'Cfg'))?.SQ).toBe(1);
  expect((await journal.lastOfTerminal('def', '1', '1'))?.SQ).toBe(3);
  expect((await journal.byNumber('def', '1', '1', '5', '2025'))?.SQ).toBe(2);
  expect((await journal.byNumber('def', '1', '1', '5', '2026'))?.SQ).toBe(3);
  expect(await journal.byNumber('def', '1', '1', '5', '2024')).toBeNull();
  expect(await journal.byNumber('def', '2', '1', '5', '2026')).toBeNull();
  expect(await journal.byNumber('other', '1', '1', '5', '2026')).toBeNull();
});

it('does not take a number for free whose record is missing', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const journal = await openJournal(file);
  await journal.append({ ...entry(1, { TL: '1', TT: '1', TN: '5', FN: 'FS 1/5' }) }, 0);
  await journal.append(entry(2, { T: '1.00' }), 0);
  const stranger = await strangerOn(file);
  await stranger(onPostgres ? 'DROP TRIGGER records_no_change ON records' : 'DROP TRIGGER records_no_delete');
  await stranger('DELETE FROM records WHERE id & 4294967295 = 1');
  await expect(journal.byNumber('def', '1', '1', '5')).rejects.toThrow('record 1 is missing');
  await expect(journal.byFiscalNumber('def', 'FS 1/5')).rejects.toThrow('record 1 is missing');
  expect(await journal.byNumber('def', '1', '1', '6')).toBeNull();
});

it('does not let anybody change or remove a record', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const journal = await openJournal(file);
  await journal.append(entry(1, { T: '1.00' }), 0);
  const stranger = await strangerOn(file);
  await expect(stranger(`UPDATE records SET line = '{}'`)).rejects.toThrow('never changed');
  await expect(stranger('DELETE FROM records')).rejects.toThrow('never changed');
  for (const way of onPostgres ? [] : ['INSERT OR REPLACE', 'REPLACE']) {
    const exchange = `${way} INTO records SELECT id, type, '{}' FROM records`;
    await expect(stranger(exchange)).rejects.toThrow('never changed');
  }
  const upsert = `INSERT INTO records SELECT id, type, '{}' FROM records WHERE TRUE
    ON CONFLICT (id) DO UPDATE SET line = excluded.line`;
  await expect(stranger(upsert)).rejects.toThrow('never changed');
  if (onPostgres) await expect(stranger('TRUNCATE records')).rejects.toThrow('never changed');
  expect((await journal.find(everything('def'))).records).toEqual([entry(1, { T: '1.00' }).record]);
});

it('stores record and state together or not at all', async () => {
  const journal = await openJournal();
  await journal.append(entry(1, {}, { changes: { chain: 'one' } }), 0);
  // The same number twice: the database refuses the record, so its state must not count either.
  await expect(journal.append(entry(1, {}, { changes: { chain: 'two' } }), 0)).rejects.toThrow(
    'this number is given',
  );
  expect((await journal.state('def')).get('chain')).toBe('one');
  expect(journal.generation).toBe(1);
  // A batch with one bad record is refused as a whole.
  const batch = [
    journal.append(entry(2, {}, { changes: { chain: 'three' } }), 1),
    journal.append(entry(1), 1),
  ];
  expect((await Promise.allSettled(batch)).map((o) => o.status)).toEqual(['rejected', 'rejected']);
  expect((await journal.find(everything('def'))).records).toHaveLength(1);
  expect((await journal.state('def')).get('chain')).toBe('one');
  await journal.append(entry(2, {}, { changes: { chain: 'four' } }), 2);
  expect((await journal.state('def')).get('chain')).toBe('four');
});

it('keeps the last value of a state entry when records share a commit', async () => {
  const journal = await openJournal();
  await Promise.all([
    journal.append(entry(1, {}, { changes: { chain: 1, other: 'x' } }), 0),
    journal.append(entry(2, {}, { changes: { chain: 2 } }), 0),
    journal.append(entry(1, {}, { RN: 'b', changes: { chain: 3 } }), 0),
  ]);
  expect(Object.fromEntries(await journal.state('def'))).toEqual({ chain: 2, other: 'x' });
  expect(Object.fromEntries(await journal.state('b'))).toEqual({ chain: 3 });
});

it('tells of a record after it is durable, in order, and never of one that failed', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const journal = await openJournal(file);
  const stranger = await strangerOn(file);
  const told: number[] = [];
  const seen: Promise<unknown[]>[] = [];
  journal.on('committed', ({ record }) => {
    told.push(record.SQ);
    seen.push(stranger(`SELECT id & 4294967295 AS sq FROM records WHERE id & 4294967295 = ${record.SQ}`));
  });
  await Promise.all([1, 2, 3].map((sq) => journal.append(entry(sq), 0)));
  await expect(journal.append(entry(3), 0)).rejects.toThrow();
  expect(told).toEqual([1, 2, 3]);
  expect(await Promise.all(seen)).toEqual([[{ sq: 1 }], [{ sq: 2 }], [{ sq: 3 }]]);
});

it('shows readers only whole commits', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const store = await openTestStore(file);
  onTestFinished(() => store.close());
  const row = (sq: number): Row => ({
    rn: 'def',
    sq,
    type: 'Tra',
    line: '{}',
    number: null,
    fn: null,
    effects: { terminal: null, day: '2026-05-04', isTransaction: true, sums: null, changes: {} },
  });
  const batch = 40;
  let writing = true;
  const counts: number[] = [];
  const reading = (async () => {
    while (writing) {
      const [found] = await store.select<{ n: number }>('SELECT count(*) AS n FROM records', {});
      counts.push(found!.n);
    }
  })();
  for (let i = 0; i < 50; i++) {
    await store.commit(Array.from({ length: batch }, (_, k) => row(i * batch + k + 1)));
  }
  writing = false;
  await reading;
  expect(counts.length).toBeGreaterThan(5);
  expect(counts.filter((n) => n % batch !== 0)).toEqual([]);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
});

it('refuses a database of a newer version and leaves it alone', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const journal = await openJournal(file);
  await journal.append(entry(1), 0);
  await journal.close();
  const stranger = await strangerOn(file);
  await stranger(`INSERT INTO ${onPostgres ? 'migrations' : 'SequelizeMeta'} (name) VALUES ('0099-future')`);
  const opening = openTestJournal(file);
  await expect(opening).rejects.toThrow(NewerDatabaseError);
  await expect(opening).rejects.toThrow(/does not know.*0099-future/);
  expect(await stranger('SELECT id & 4294967295 AS sq FROM records')).toEqual([{ sq: 1 }]);
});

it('writes the schema and its version down in one transaction', async () => {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const stranger = await strangerOn(file);
  // The version cannot be written down: then there must be no schema either.
  const versions = onPostgres ? 'migrations' : 'SequelizeMeta';
  await stranger(`CREATE TABLE ${versions} (name TEXT PRIMARY KEY CHECK (name IS NULL))`);
  await expect(openTestJournal(file)).rejects.toThrow();
  const schema = onPostgres
    ? "pg_tables WHERE tablename = 'records' AND schemaname = current_schema()"
    : "sqlite_master WHERE name = 'records'";
  expect(await stranger(`SELECT 1 FROM ${schema}`)).toEqual([]);
});

it('adds up the fiscal receipts of days, by tax group and payment group, returns negative', async () => {
  const journal = await openJournal();
  const receipt = (total: number, group: string, paid: string): Sums => ({
    receipts: 1,
    total,
    taxes: [{ group, gross: total, tax: total / 5 }],
    payments: [{ group: paid, amount: total }],
  });
  const on = (sq: number, D: string, sums: Sums | null, RN = 'def') =>
    journal.append(entry(sq, { D }, { sums, RN }), 0);
  await on(1, '2026-05-03T23:59:59', receipt(1000, 'A', 'cash'));
  await on(2, '2026-05-04T00:00:00', receipt(250, 'A', 'cash'));
  await on(3, '2026-05-04T12:00:00', receipt(-100, 'B', 'cash'));
  await on(4, '2026-05-04T23:59:59', receipt(5, 'A', 'debit'));
  await on(5, '2026-05-04T13:00:00', null);
  // A new segment on the same day.
  await on(1000, '2026-05-04T23:59:59', receipt(45, 'A', 'debit'));
  await on(1001, '2026-05-05T00:00:00', receipt(2000, 'A', 'cash'));
  await on(1, '2026-05-04T12:00:00', receipt(9000, 'A', 'cash'), 'other');
  expect(await journal.turnover('def', '2026-05-04', '2026-05-04')).toEqual({
    receipts: 4,
    total: 200,
    taxes: [
      { group: 'A', gross: 300, tax: 60 },
      { group: 'B', gross: -100, tax: -20 },
    ],
    payments: [
      { group: 'cash', amount: 150 },
      { group: 'debit', amount: 50 },
    ],
  });
  expect(await journal.turnover('def', '2026-05-01', '2026-05-31')).toMatchObject({
    receipts: 6,
    total: 3200,
  });
  const nothing = { receipts: 0, total: 0, taxes: [], payments: [] };
  expect(await journal.turnover('def', '2026-05-06', '2026-05-06')).toEqual(nothing);
  expect(await journal.turnover('nobody', '2026-05-04', '2026-05-04')).toEqual(nothing);
});

it('does not count what was not stored', async () => {
  const journal = await openJournal();
  await journal.append(entry(1, { D: '2026-05-04T12:00:00' }, { sums: turnover(100) }), 0);
  const twice = journal.append(entry(1, { D: '2026-05-04T12:00:00' }, { sums: turnover(100) }), 0);
  await expect(twice).rejects.toThrow('this number is given');
  expect(await journal.turnover('def', '2026-05-04', '2026-05-04')).toMatchObject({
    receipts: 1,
    total: 100,
  });
});
