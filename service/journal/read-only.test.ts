import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { execute } from '../sqlite/testing/execute.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { openRoom } from '../testing/registers.ts';
import { GENERIC, tra } from '../testing/sales.ts';
import { JournalAudit } from './audit/audit.ts';
import { UnreadableJournalError } from './read-only.ts';
import { openStore } from './store.ts';

/** A room with some sales, still open: its last records are in the write-ahead log. */
async function busyRoom() {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'journal.db');
  const room = await openRoom(file);
  await room.registers.configure('def', GENERIC);
  const register = (await room.registers.find('def'))!;
  const sell = () => register.submit({ tra: tra(), warnings: [], restart: false });
  for (let i = 0; i < 3; i++) await sell();
  return { file, folder, sell };
}

/** A copy of some of the files of a journal. */
async function copied(file: string, ...endings: string[]): Promise<string> {
  const copy = path.join(await temporaryFolder(), 'journal.db');
  for (const ending of endings) await fs.copyFile(file + ending, copy + ending);
  return copy;
}

/** What is in a folder, to the byte. */
async function contents(file: string): Promise<Record<string, string>> {
  const folder = path.dirname(file);
  const found: Record<string, string> = {};
  for (const name of await fs.readdir(folder)) {
    found[name] = createHash('sha256')
      .update(await fs.readFile(path.join(folder, name)))
      .digest('hex');
  }
  return found;
}

/** Number of records. */
async function countOf(journal: JournalAudit): Promise<number> {
  const [register] = await journal.registers();
  return register ? journal.lastSq(register) : 0;
}

/** Opens, counts and closes. */
async function count(file: string): Promise<number> {
  const journal = await JournalAudit.open(file);
  const records = await countOf(journal);
  await journal.close();
  return records;
}

const failure = (file: string) =>
  JournalAudit.open(file).then(
    () => null,
    (error: unknown) => error,
  );

describe('a journal that is read', () => {
  it('may be in use; it is seen as it was when it was opened', async () => {
    const { file, sell } = await busyRoom();
    const journal = await JournalAudit.open(file);
    expect(await countOf(journal)).toBe(4);
    await sell();
    expect(await countOf(journal)).toBe(4);
    await journal.close();
    expect(await count(file)).toBe(5);
  });

  it.each([
    ['with its log', ['', '-wal']],
    ['with its log and its shared memory', ['', '-wal', '-shm']],
  ])('may be a copy %s, of which no byte is changed', async (_what, endings) => {
    const { file } = await busyRoom();
    const copy = await copied(file, ...endings);
    const before = await contents(copy);
    expect(await count(copy)).toBe(4);
    expect(await contents(copy)).toStrictEqual(before);
  });

  it('may be that of a stopped service, beside which nothing is created', async () => {
    const file = path.join(await temporaryFolder(), 'journal.db');
    await (await openStore(file)).close();
    const before = await contents(file);
    expect(Object.keys(before)).toStrictEqual(['journal.db']);
    expect(await count(file)).toBe(0);
    expect(await contents(file)).toStrictEqual(before);
  });

  it('may be of a path that means something in an address', async () => {
    const { file } = await busyRoom();
    const folder = path.join(await temporaryFolder(), 'a #1 ?mode=rw %20');
    await fs.mkdir(folder);
    for (const ending of ['', '-wal']) {
      await fs.copyFile(file + ending, path.join(folder, `journal.db${ending}`));
    }
    expect(await count(path.join(folder, 'journal.db'))).toBe(4);
  });

  it('is not trusted when it was written to without a lock', async () => {
    const file = path.join(await temporaryFolder(), 'journal.db');
    await (await openStore(file)).close();
    const journal = await JournalAudit.open(file);
    execute(file, 'CREATE TABLE more (x)');
    await expect(journal.close()).rejects.toThrow('was written to while it was being read');
  });

  it('is what its migrations have made of it', async () => {
    const { file } = await busyRoom();
    const copy = await copied(file, '', '-wal');
    execute(
      copy,
      'DROP TRIGGER records_no_delete; DROP INDEX records_by_type; CREATE INDEX records_by_type ON records (type)',
    );
    const journal = await JournalAudit.open(copy);
    expect(await journal.schemaDifferences()).toStrictEqual([
      'index records_by_type was changed',
      'trigger records_no_delete is missing',
    ]);
    await journal.close();
  });
});

describe('a file that cannot be read', () => {
  it('is missing', async () => {
    const error = await failure(path.join(await temporaryFolder(), 'journal.db'));
    expect(error).toBeInstanceOf(UnreadableJournalError);
    expect(String(error)).toMatch(
      /journal\.db is missing; stop Tillmark and make it anew .* npm run rebuild/,
    );
  });

  it.each([
    [
      'a text',
      'a letter to the auditor, longer than the header of a database '.repeat(20),
      'not even a database',
    ],
    ['empty', '', 'is no Tillmark journal'],
  ])('is %s', async (_what, content, text) => {
    const file = path.join(await temporaryFolder(), 'journal.db');
    await fs.writeFile(file, content);
    const error = await failure(file);
    expect(error).toBeInstanceOf(UnreadableJournalError);
    expect(String(error)).toContain(text);
  });

  it('is the database of another program', async () => {
    const file = path.join(await temporaryFolder(), 'journal.db');
    execute(file, 'CREATE TABLE records (name TEXT)');
    expect(String(await failure(file))).toContain('is no Tillmark journal');
  });

  it('was written by a newer version', async () => {
    const { file } = await busyRoom();
    const copy = await copied(file, '', '-wal');
    execute(copy, "INSERT INTO SequelizeMeta (name) VALUES ('9999-from-the-future')");
    expect(String(await failure(copy))).toContain(
      'another version of Tillmark (schema 9999-from-the-future)',
    );
  });

  it('is cut off', async () => {
    const { file } = await busyRoom();
    const copy = await copied(file, '', '-wal');
    execute(copy, 'PRAGMA wal_checkpoint(TRUNCATE)');
    await fs.truncate(copy, (await fs.stat(copy)).size - 8192);
    const { message } = (await failure(copy)) as Error;
    expect(message).toMatch(
      /is damaged \(.+\); stop Tillmark and make it anew .* --data-root .*; or restore a backup$/,
    );
    expect(message).not.toContain('\n');
  });

  it('has an index that leads elsewhere', async () => {
    const { file } = await busyRoom();
    const copy = await copied(file, '', '-wal');
    execute(
      copy,
      `PRAGMA writable_schema = ON;
       UPDATE sqlite_master SET sql = replace(sql, '(type)', '(line)') WHERE name = 'records_by_type'`,
    );
    expect(String(await failure(copy))).toContain('is damaged (row 1 missing from index records_by_type)');
  });
});
