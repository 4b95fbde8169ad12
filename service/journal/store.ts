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
  /** State entries that become valid with the record: JSON list of [key, value as JSON text]. */
  changes: string;
}

/** What the journal asks of a database. */
export interface Store {
  /** Stores all rows durably in one transaction, or none. Calls must not overlap. */
  commit(rows: readonly Row[]): Promise<void>;
  /** Runs a parameterised query (`$name`). */
  select<T extends object>(sql: string, parameters: Record<string, string | number>): Promise<T[]>;
  close(): Promise<void>;
}

/** The database was written by a newer version; opening it could damage it. */
export class NewerDatabaseError extends Error {}

const COLUMNS = [
  'rn',
  'sq',
  'type',
  'at',
  'd',
  'tl',
  'tt',
  'tn',
  'fn',
  'total',
  'fiscal',
  'doc',
  'changes',
] as const;

/** One statement is one transaction: a commit is a single trip to the driver's thread. */
function insertStatement(rows: number): string {
  const row = `(${COLUMNS.map(() => '?').join(', ')})`;
  return `INSERT INTO entries (${COLUMNS.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
}

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
      commit: (rows) => writer.commit(rows),
      select: (sql, bind) => sequelize.query(sql, { bind, type: QueryTypes.SELECT }),
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
      up: () => up(async (statement) => void (await sequelize.query(statement))),
    })),
  });
  // SQLite's schema changes are transactional: a crash leaves neither half a schema
  // nor one whose version is not written down.
  await sequelize.query('BEGIN IMMEDIATE');
  try {
    const known = new Set(MIGRATIONS.map((m) => m.name));
    const unknown = (await storage.executed()).filter((name) => !known.has(name));
    if (unknown.length > 0) {
      throw new NewerDatabaseError(
        `the journal was written by a newer version (schema ${unknown.join(', ')})`,
      );
    }
    await umzug.up();
    await sequelize.query('COMMIT');
  } catch (error) {
    await sequelize.query('ROLLBACK');
    throw error;
  }
}

interface Writer {
  commit(rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

async function openWriter(file: string): Promise<Writer> {
  const db = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
  });
  const exec = (sql: string) =>
    new Promise<void>((resolve, reject) => db.exec(sql, (error) => (error ? reject(error) : resolve())));

  // FULL: an answered receipt survives power loss, not only a crash of the process.
  await exec('PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
  // Prepared once per batch size; the writer bounds the size.
  const statements = new Map<number, sqlite3.Statement>();
  const prepare = async (size: number): Promise<sqlite3.Statement> => {
    const prepared = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const statement = db.prepare(insertStatement(size), (error: Error | null) =>
        error ? reject(error) : resolve(statement),
      );
    });
    statements.set(size, prepared);
    return prepared;
  };
  return {
    async commit(rows) {
      const insert = statements.get(rows.length) ?? (await prepare(rows.length));
      const values = rows.flatMap((row) => COLUMNS.map((column) => row[column]));
      await new Promise<void>((resolve, reject) => {
        insert.run(values, (error: Error | null) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      for (const s of statements.values())
        await new Promise<void>((resolve) => void s.finalize(() => resolve()));
      await new Promise<void>((resolve, reject) => db.close((error) => (error ? reject(error) : resolve())));
    },
  };
}
