import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { Connection } from './connection.ts';
import type { OpenOptions } from './messages.ts';
import { execute } from './testing/execute.ts';

async function open(
  place: string | URL = ':memory:',
  options: Partial<OpenOptions> = {},
): Promise<Connection> {
  const db = await Connection.open(place, options);
  onTestFinished(() => db.close().catch(() => undefined));
  return db;
}

/** Takes as long as some hundred other statements. */
const SLOW =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1e6) SELECT count(*) AS n FROM n';

it('has a SQLite that was not withdrawn, and resets its log without a loss', () => {
  // 3.51.3 was the first without the bug (https://www.sqlite.org/wal.html#the_wal_reset_bug), 3.52.0 was taken back.
  const [major, minor, patch] = process.versions.sqlite!.split('.').map(Number) as [number, number, number];
  expect(major).toBe(3);
  expect(minor * 1000 + patch).toBeGreaterThanOrEqual(51_003);
  expect(minor).not.toBe(52);
});

it('keeps values as they are, whole numbers as integers', async () => {
  const db = await open();
  const values = [
    0,
    -1,
    2 ** 31,
    Number.MAX_SAFE_INTEGER,
    1.5,
    null,
    '',
    'a\0b',
    "Café 😀 ' ; -- $1",
    '\ud800',
  ];
  await db.exec('CREATE TABLE t (value)');
  await db.transaction(values.map((value) => ['INSERT INTO t VALUES ($value)', { value }]));
  const rows = await db.all<{ value: unknown; type: string }>('SELECT value, typeof(value) AS type FROM t');
  expect(rows.map(({ value }) => value)).toStrictEqual([...values.slice(0, -1), '\ufffd']);
  expect(rows.map(({ type }) => type)).toStrictEqual(
    'integer integer integer integer real null text text text text'.split(' '),
  );
  expect(await db.all('SELECT ? / 2 AS half, ? << 32 AS shifted', [3, 1])).toStrictEqual([
    { half: 1, shifted: 2 ** 32 },
  ]);
  expect(await db.all("SELECT x'00ff' AS bytes")).toStrictEqual([{ bytes: Buffer.from([0, 255]) }]);
});

it('tells what was changed', async () => {
  const db = await open();
  await db.run('CREATE TABLE t (id INTEGER PRIMARY KEY, a)');
  expect(await db.run('INSERT INTO t (id, a) VALUES (?, 1), (?, 2)', [6, 7])).toStrictEqual({
    lastID: 7,
    changes: 2,
  });
  expect(await db.all('UPDATE t SET a = a + 1 RETURNING a')).toStrictEqual([{ a: 2 }, { a: 3 }]);
});

it("says what went wrong by SQLite's name for it, also where its code is an extended one", async () => {
  const file = path.join(await temporaryFolder(), 'a.db');
  const db = await open(file, { busyMs: 1 });
  await db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE)');
  const failure = (asked: Promise<unknown>) => asked.then(String, ({ code, message }) => [code, message]);
  const unique = "INSERT INTO t (name) VALUES ('x'), ('x')";
  expect(await failure(db.run(unique))).toEqual([
    'SQLITE_CONSTRAINT',
    'SQLITE_CONSTRAINT: UNIQUE constraint failed: t.name',
  ]);
  expect(await failure(db.all('SELEC'))).toEqual([
    'SQLITE_ERROR',
    'SQLITE_ERROR: near "SELEC": syntax error',
  ]);
  expect(await failure(db.all('SELECT 9007199254740993 AS n'))).toMatchObject(['SQLITE_MISMATCH', {}]);
  expect(await failure(db.all('SELECT $a AS a', { b: 1 }))).toMatchObject(['SQLITE_MISUSE', {}]);
  const reader = await open(file, { isReadOnly: true });
  expect(await failure(reader.run('DELETE FROM t'))).toMatchObject(['SQLITE_READONLY', {}]);
  const other = await open(file);
  await other.exec('BEGIN IMMEDIATE');
  expect(await failure(db.run('DELETE FROM t'))).toEqual(['SQLITE_BUSY', 'SQLITE_BUSY: database is locked']);
  await other.exec('ROLLBACK');
  await fs.writeFile(file, 'no database '.repeat(100));
  const opened = await open(file);
  expect(await failure(opened.all('SELECT * FROM t'))).toEqual([
    'SQLITE_NOTADB',
    'SQLITE_NOTADB: file is not a database',
  ]);
  const missing = pathToFileURL(path.join(path.dirname(file), 'missing.db'));
  missing.search = 'mode=rw';
  expect(await failure(Connection.open(missing))).toEqual([
    'SQLITE_CANTOPEN',
    'SQLITE_CANTOPEN: unable to open database file',
  ]);
});

it('does all of a transaction or nothing, and goes on after one that failed', async () => {
  const db = await open();
  await db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY)');
  const insert = (id: number) => ['INSERT INTO t VALUES (?)', [id]] as const;
  for (const failing of [
    [insert(1), insert(1)],
    [insert(1), ['nonsense', []] as const],
  ]) {
    await expect(db.transaction(failing)).rejects.toThrow('SQLITE_');
    expect(await db.all('SELECT id FROM t')).toEqual([]);
  }
  await db.transaction([insert(1), insert(2)]);
  await db.transaction([insert(3)]);
  expect(await db.all('SELECT id FROM t')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

it('keeps neither commits nor the event loop waiting for a long search', async () => {
  const file = path.join(await temporaryFolder(), 'a.db');
  const [reader, writer] = [await open(file), await open(file)];
  await writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY)');
  // A disk that others keep busy may take as long as the search.
  await writer.exec('PRAGMA synchronous = OFF');
  let [isFound, commits] = [false, 0];
  const search = reader.all(SLOW).then(() => (isFound = true));
  for (; !isFound; await setImmediate()) {
    await writer.run('INSERT INTO t DEFAULT VALUES');
    if (!isFound) commits++;
  }
  await search;
  expect(commits).toBeGreaterThan(0);
});

it('sees what others make of the schema, however often a statement ran before', async () => {
  const file = path.join(await temporaryFolder(), 'a.db');
  const db = await open(file);
  await db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  const all = () => db.all('SELECT * FROM t');
  expect(await all()).toEqual([{ a: 1 }]);
  await db.run('ALTER TABLE t ADD COLUMN b');
  expect(await all()).toEqual([{ a: 1, b: null }]);
  execute(file, 'ALTER TABLE t ADD COLUMN c DEFAULT 3');
  expect(await all()).toEqual([{ a: 1, b: null, c: 3 }]);
  // More of them than are kept compiled.
  for (let i = 0; i < 60; i++) expect(await db.all(`SELECT ${i} AS i`)).toEqual([{ i }]);
  expect(await all()).toEqual([{ a: 1, b: null, c: 3 }]);
});

it.runIf(process.platform === 'linux')('keeps few threads of connections that were closed', async () => {
  const threads = async () => (await fs.readdir('/proc/self/task')).length;
  const before = await threads();
  const open8 = await Promise.all(Array.from({ length: 8 }, () => Connection.open(':memory:')));
  expect(await threads()).toBeGreaterThan(before);
  await Promise.all(open8.map((db) => db.close()));
  await expect.poll(threads).toBeLessThanOrEqual(before + 4);
});

it('does what it was asked before it closes, and nothing afterwards', async () => {
  const file = path.join(await temporaryFolder(), 'a.db');
  const db = await open(file);
  const last = db.exec('CREATE TABLE t (a)');
  const closed = db.close();
  // It may get the same thread.
  const next = await open(file);
  await expect(db.run('INSERT INTO t VALUES (1)')).rejects.toMatchObject({ code: 'SQLITE_MISUSE' });
  await expect(db.close()).rejects.toMatchObject({ code: 'SQLITE_MISUSE' });
  await Promise.all([last, closed]);
  expect(await next.all('SELECT * FROM t')).toEqual([]);
});

it('keeps a program alive for an answer, and no longer', async () => {
  const file = path.join(await temporaryFolder(), 'a.db');
  const module = fileURLToPath(new URL('connection.ts', import.meta.url));
  const program = `import { Connection } from ${JSON.stringify(module)};
    const db = await Connection.open(${JSON.stringify(file)});
    void db.all(${JSON.stringify(SLOW)}).then(([row]) => console.log(row.n));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([stdout, stderr, status]).toEqual(['1000000\n', '', 0]);
});
