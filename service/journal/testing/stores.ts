/**
 * Journals for tests: in a file of SQLite or, where a run has a PostgreSQL (`npm test -- --postgres`), in a
 * database that stands for the file.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freshSchema, type FreshDatabase } from '../../testing/postgres/fresh-database.ts';
import { Archive } from '../archive/archive.ts';
import { Journal } from '../journal.ts';
import { migrate } from '../postgres/migrate.ts';
import { Ownership } from '../postgres/ownership.ts';
import { clientConfig, Session } from '../postgres/session.ts';
import { openPostgresStore } from '../postgres/store.ts';
import { openStore, type Store } from '../store.ts';

/** Whether journals of this run are on PostgreSQL. */
export const onPostgres = (process.env.TILLMARK_TEST_POSTGRES ?? '') !== '';

const databases = new Map<string, Promise<FreshDatabase>>();

/** URL of the database that stands for a file. */
export async function urlOf(file: string): Promise<string> {
  let database = databases.get(file);
  if (!database) {
    database = freshSchema().then((made) => made!);
    databases.set(file, database);
    onTestFinished(async () => {
      databases.delete(file);
      await (await database!).drop();
    });
  }
  return (await database).url;
}

/** Opens the store of a file. */
export async function openTestStore(file: string): Promise<Store> {
  if (!onPostgres) return openStore(file);
  const url = await urlOf(file);
  await migrate(url);
  return openPostgresStore({ url, ownership: await takeTest(url) });
}

/** Takes a journal, which nobody may own. */
export async function takeTest(url: string, leaseMs?: number): Promise<Ownership> {
  const asking = new Session(url);
  const claim = { url, instance: randomUUID(), address: '', ...(leaseMs && { leaseMs }) };
  const taken = await Ownership.take(claim, asking).finally(() => asking.close());
  if (!(taken instanceof Ownership)) throw new Error(`${taken.instance} has it`);
  return taken;
}

/** Opens the journal of a file. */
export async function openTestJournal(file: string): Promise<Journal> {
  const store = await openTestStore(file);
  return new Journal(store, path.join(path.dirname(file), 'rn'), await Archive.countsOf(store));
}

/** A second program that has the database of a file open; it answers rows. */
export async function strangerOn(file: string): Promise<(sql: string) => Promise<unknown[]>> {
  if (!onPostgres) {
    const db = new DatabaseSync(file);
    onTestFinished(() => db.close());
    return async (sql) => db.prepare(sql).all();
  }
  // A connection for each question that is asked at the same time.
  const pool = new pg.Pool(clientConfig(await urlOf(file), { connectMs: 5000, answerMs: 30_000 }));
  // The database may go before.
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  return async (sql) => (await pool.query<object>(sql)).rows;
}
