/**
 * The database behind the journal: SQLite through Sequelize. The only file that
 * knows the driver. Reads and migrations go through Sequelize; commits use
 * prepared statements on a connection of their own, so that no reader sees an
 * unfinished transaction (measured in docs/performance.md).
 */
import { Sequelize, QueryTypes } from 'sequelize';
import sqlite3 from 'sqlite3';
import { SequelizeStorage, Umzug } from 'umzug';
import { MIGRATIONS } from './migrations/list.ts';

/** A record as a row. `doc` is its JSON text. */
export interface Row {
  rn: string;
  sq: number;
  type: string;
  /** Local time of registration. */
  at: string;
  /** Document date and time (ESR.D), else the time of registration. */
  d: string;
  tl: string | null;
  tt: string | null;
  tn: string | null;
  fn: string | null;
  /** Minor units; null when the record has no total. */
  total: number | null;
  /** 1 for fiscal receipts. */
  fiscal: 0 | 1;
  doc: string;
}

/** A state entry to be stored with a record. `value` is JSON text. */
export interface StateRow {
  rn: string;
  key: string;
  value: string;
}

/** What the journal asks of a database. */
export interface Store {
  /** Stores all of it durably in one transaction, or nothing. Calls must not overlap. */
  commit(rows: readonly Row[], state: readonly StateRow[]): Promise<void>;
  /** Runs a parameterised query (`:name`). */
  select<T extends object>(sql: string, parameters: Record<string, string | number>): Promise<T[]>;
  close(): Promise<void>;
}

/** The database was written by a newer version; opening it could damage it. */
export class NewerDatabaseError extends Error {}

const COLUMNS = ['rn', 'sq', 'type', 'at', 'd', 'tl', 'tt', 'tn', 'fn', 'total', 'fiscal', 'doc'] as const;

// One JSON parameter carries a whole batch: one prepared statement for any number of records.
const INSERT_RECORDS = `INSERT INTO records (${COLUMNS.join(', ')})
  SELECT ${COLUMNS.map((_, i) => `value ->> ${i}`).join(', ')} FROM json_each(?)`;
const UPSERT_STATE = `INSERT INTO state (rn, key, value)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
  ON CONFLICT (rn, key) DO UPDATE SET value = excluded.value`;

/** Opens (and creates or migrates) the database file. */
export async function openStore(file: string): Promise<Store> {
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    dialectModule: sqlite3,
    storage: file,
    logging: false,
    retry: { max: 0 },
  });
  try {
    await sequelize.query('PRAGMA journal_mode = WAL');
    await migrate(sequelize);
    const writer = await openWriter(file);
    return {
      commit: (rows, state) => writer.commit(rows, state),
      select: (sql, replacements) => sequelize.query(sql, { replacements, type: QueryTypes.SELECT }),
      async close() {
        await writer.close();
        await sequelize.close();
      },
    };
  } catch (error) {
    await sequelize.close();
    throw error;
  }
}

async function migrate(sequelize: Sequelize): Promise<void> {
  const storage = new SequelizeStorage({ sequelize });
  const umzug = new Umzug({
    storage,
    logger: undefined,
    migrations: MIGRATIONS.map(({ name, up }) => ({
      name,
      // SQLite's schema changes are transactional, so a crash leaves no half-made schema.
      up: async () => {
        await sequelize.query('BEGIN IMMEDIATE');
        try {
          await up(async (statement) => void (await sequelize.query(statement)));
          await sequelize.query('COMMIT');
        } catch (error) {
          await sequelize.query('ROLLBACK');
          throw error;
        }
      },
    })),
  });
  const known = new Set(MIGRATIONS.map((m) => m.name));
  const unknown = (await umzug.executed()).map((m) => m.name).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(`the journal was written by a newer version (schema ${unknown.join(', ')})`);
  }
  await umzug.up();
}

interface Writer {
  commit(rows: readonly Row[], state: readonly StateRow[]): Promise<void>;
  close(): Promise<void>;
}

async function openWriter(file: string): Promise<Writer> {
  const db = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
  });
  const exec = (sql: string) =>
    new Promise<void>((resolve, reject) => db.exec(sql, (error) => (error ? reject(error) : resolve())));
  const prepare = (sql: string) =>
    new Promise<sqlite3.Statement>((resolve, reject) => {
      const statement = db.prepare(sql, (error: Error | null) =>
        error ? reject(error) : resolve(statement),
      );
    });
  const run = (statement: sqlite3.Statement, parameter?: string) =>
    new Promise<void>((resolve, reject) => {
      const done = (error: Error | null) => (error ? reject(error) : resolve());
      if (parameter === undefined) statement.run(done);
      else statement.run(parameter, done);
    });

  // FULL: an answered receipt survives power loss, not only a crash of the process.
  await exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
  const statements = await Promise.all(
    ['BEGIN IMMEDIATE', INSERT_RECORDS, UPSERT_STATE, 'COMMIT', 'ROLLBACK'].map(prepare),
  );
  const [begin, insert, upsert, commit, rollback] = statements as [
    sqlite3.Statement,
    sqlite3.Statement,
    sqlite3.Statement,
    sqlite3.Statement,
    sqlite3.Statement,
  ];
  return {
    async commit(rows, state) {
      await run(begin);
      try {
        await run(insert, JSON.stringify(rows.map((row) => COLUMNS.map((column) => row[column]))));
        if (state.length > 0) {
          await run(upsert, JSON.stringify(state.map(({ rn, key, value }) => [rn, key, value])));
        }
        await run(commit);
      } catch (error) {
        // Fails when SQLite has rolled back by itself; the first error is the one that matters.
        await run(rollback).catch(() => undefined);
        throw error;
      }
    },
    async close() {
      await Promise.all(
        statements.map((s) => new Promise<void>((resolve) => void s.finalize(() => resolve()))),
      );
      await new Promise<void>((resolve, reject) => db.close((error) => (error ? reject(error) : resolve())));
    },
  };
}
