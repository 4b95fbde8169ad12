import path from 'node:path';
import sqlite3 from 'sqlite3';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { entry } from '../segments/testing/copied-journal.ts';
import { Journal } from '../journal.ts';
import { records } from './0001-records.ts';

/** A journal of the first schema with three records in two registers. */
async function oldJournal(): Promise<string> {
  const file = path.join(await temporaryFolder(), 'journal.db');
  const db = new sqlite3.Database(file);
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => db.exec(sql, (error) => (error ? reject(error) : resolve())));
  await run('CREATE TABLE SequelizeMeta (name VARCHAR(255) NOT NULL UNIQUE PRIMARY KEY)');
  await records.up(run);
  await run("INSERT INTO SequelizeMeta VALUES ('0001-records')");
  const insert = (rn: string, sq: number, changes: string) =>
    run(`INSERT INTO entries (rn, sq, type, at, d, fiscal, doc, changes)
      VALUES ('${rn}', ${sq}, 'Tra', 'at', 'd', 1, '{}', '${changes}')`);
  await insert('def', 1, '[["n","1"],["a","{\\"b\\":\\"é\\"}"]]');
  await insert('def', 2, '[["n","2"]]');
  await insert('other', 1, '[]');
  await new Promise<void>((resolve) => db.close(() => resolve()));
  return file;
}

it('gives the whole state to the last record of each register', async () => {
  const journal = await Journal.open(await oldJournal());
  const [first, last] = await journal.stored('def', 0, 2);
  expect(first!.changes).toBe('[]');
  expect(Object.fromEntries(JSON.parse(last!.changes) as [string, string][])).toEqual({
    n: '2',
    a: '{"b":"é"}',
  });
  expect((await journal.stored('other', 0, 1))[0]!.changes).toBe('[]');
  await journal.close();
});

it('keeps the changes of new records with them, and the state as before', async () => {
  const journal = await Journal.open(await oldJournal());
  await journal.append(entry(3, { n: 3 }), 0);
  expect((await journal.stored('def', 2, 3))[0]!.changes).toBe('[["n","3"]]');
  expect(Object.fromEntries(await journal.state('def'))).toEqual({ n: 3, a: { b: 'é' } });
  await journal.close();
});
