/**
 * A journal on PostgreSQL as it is at one moment, copied into a database of SQLite: an audit reads that one, so
 * that both are held against their records by the same checks. Nothing is written to the server.
 */
import pg from 'pg';
import { Connection } from '../../sqlite/connection.ts';
import { SqliteError } from '../../sqlite/errors.ts';
import { applyMigrations } from '../migrations/apply.ts';
import { UnreadableJournalError } from '../read-only.ts';
import { differencesOf } from './differences.ts';
import { MIGRATIONS } from './schema.ts';
import { clientConfig } from './session.ts';

/** Rows at a time. */
const BATCH = 500;
/** Longest time for a connection, and for one batch. */
const [CONNECT_MS, ANSWER_MS] = [10_000, 120_000];

/** Tables that both databases have, with the columns that are read. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  registers: ['id', 'rn'],
  unfinished: ['register'],
  records: ['id', 'type', 'line'],
  numbers: ['register', 'number', 'sq'],
  terminals: ['register', 'tl', 'tt', 'sq'],
  days: ['register', 'day', 'segment', 'records', 'transactions', 'receipts', 'total'],
  sums: ['register', 'day', 'segment', 'kind', 'name', 'amount', 'tax'],
  archived: ['register', 'segment', 'bytes', 'digest', 'content'],
  state: ['register', 'key', 'value'],
};

/** Which database it is, for people: without user and password. */
export function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL ${host}${pathname}`;
}

/**
 * Copies a journal.
 * @param file where the copy is made; there is nothing yet
 * @returns what of its schema is not as the migrations have made it, in words
 * @throws UnreadableJournalError
 */
export async function copySnapshot(url: string, file: string): Promise<string[]> {
  const name = databaseName(url);
  const client = new pg.Client(clientConfig(url, { connectMs: CONNECT_MS, answerMs: ANSWER_MS }));
  // Told by the query that is under way.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await mustBeKnown(client, name);
    const differences = await differencesOf(client);
    await copyTables(client, file);
    return differences;
  } catch (error) {
    throw unreadable(error, name, file);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function mustBeKnown(client: pg.Client, name: string): Promise<void> {
  const { rows: found } = await client.query<{ is: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AND to_regclass('records') IS NOT NULL AS is",
  );
  if (!found[0]!.is) throw new UnreadableJournalError(`${name} is no Tillmark journal`);
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const names = rows.map((row) => row.name);
  const unknown = names.filter((one) => !MIGRATIONS.some((known) => known.name === one));
  const missing = MIGRATIONS.filter((known) => !names.includes(known.name)).map((known) => known.name);
  if (unknown.length + missing.length === 0) return;
  throw new UnreadableJournalError(
    `${name} was written by another version of Tillmark (schema ${names.join(', ')})`,
    'use that one',
  );
}

async function copyTables(client: pg.Client, file: string): Promise<void> {
  const copy = await Connection.open(file);
  try {
    // It is thrown away when it was read.
    await copy.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    await applyMigrations({
      run: (statement) => copy.exec(statement),
      executed: (query) => copy.all<{ name: string }>(query),
    });
    for (const [table, columns] of Object.entries(TABLES)) await copyTable(client, copy, table, columns);
  } finally {
    await copy.close();
  }
}

async function copyTable(
  client: pg.Client,
  copy: Connection,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const list = columns.join(', ');
  const insert = `INSERT INTO ${table} (${list}) VALUES (${columns.map(() => '?').join(', ')})`;
  await client.query(`DECLARE rows_of_${table} NO SCROLL CURSOR FOR SELECT ${list} FROM ${table}`);
  for (;;) {
    const { rows } = await client.query<Record<string, string | number>>(
      `FETCH ${BATCH} FROM rows_of_${table}`,
    );
    if (rows.length === 0) break;
    await copy.transaction(rows.map((row) => [insert, columns.map((column) => row[column]!)]));
  }
  await client.query(`CLOSE rows_of_${table}`);
}

function unreadable(error: unknown, name: string, file: string): Error {
  if (error instanceof UnreadableJournalError) return error;
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof SqliteError) {
    return new UnreadableJournalError(
      code === 'SQLITE_CONSTRAINT'
        ? `${name} has rows that are there twice: its keys were taken off (${message})`
        : `${name} cannot be copied to ${file} (${message})`,
    );
  }
  // Several addresses of one name, none of which answers, have no words.
  return new UnreadableJournalError(`${name} cannot be read (${message === '' ? code : message})`);
}
