/**
 * The portal's database: SQLite in a file of its own or PostgreSQL, both
 * through Sequelize. The only file that knows which of them it is.
 */
import fs from 'node:fs/promises';
import { QueryTypes, Sequelize, Transaction as SequelizeTransaction, UniqueConstraintError } from 'sequelize';
import pg from 'pg';
import { sqliteForSequelize } from '../../sqlite/for-sequelize.ts';
import { MIGRATIONS } from './migrations/list.ts';

/** Values of named parameters (`$name` in the statement). */
export type Parameters = Readonly<Record<string, string | number | null>>;

/** Which database answers; statements that differ ask for it. */
export type Dialect = 'sqlite' | 'postgres';

/** Numbers that are given out once. */
export type Sequence = 'entity_ids' | 'register_ids' | 'row_ids';

/** What can be asked inside and outside of transactions. */
export interface Queries {
  readonly dialect: Dialect;
  /** Runs a statement that answers rows (`SELECT`, or anything with `RETURNING`). */
  select<T extends object>(sql: string, parameters?: Parameters): Promise<T[]>;
  /** Runs a statement without rows. */
  run(sql: string, parameters?: Parameters): Promise<void>;
}

/** A transaction: all of its statements count, or none of them. */
export interface Transaction extends Queries {
  /** Numbers that were never given out before, ascending. */
  nextIds(sequence: Sequence, count: number): Promise<number[]>;
  /** One such number. */
  nextId(sequence: Sequence): Promise<number>;
  /** Ends a `SELECT` whose rows must not change until the transaction ends. */
  readonly forUpdate: 'FOR UPDATE' | '';
}

/** The database has a schema that this version does not know. */
class NewerPortalDatabaseError extends Error {}

/** Codes of PostgreSQL after which the same transaction may succeed: serialization failure, deadlock. */
const RETRY_CODES = ['40001', '40P01'];
const MAX_TRIES = 5;
const MAX_CONNECTIONS = 20;

/** Any number that every portal process takes for migrating, and no other program by chance. */
const MIGRATION_LOCK = 5_619_561_901;

// Milliseconds and counts: far below 2^53. Without it the driver answers texts.
pg.defaults.parseInt8 = true;

/** SQLite would let everybody of the machine read it, and gives its log the rights of the file. */
async function keepPrivate(file: string): Promise<void> {
  const handle = await fs.open(file, 'a', 0o600);
  try {
    if (process.platform !== 'win32') await handle.chmod(0o600);
  } finally {
    await handle.close();
  }
}

/** The portal's database. */
export class Database implements Queries {
  readonly dialect: Dialect;
  private readonly sequelize: Sequelize;
  /** SQLite has one writer; who waits in here needs neither a connection nor a thread. */
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(sequelize: Sequelize, dialect: Dialect) {
    this.sequelize = sequelize;
    this.dialect = dialect;
  }

  /**
   * Opens the database and brings its schema up to date.
   * @param place a `postgres://` URL, or the file of an SQLite database
   * @throws NewerPortalDatabaseError
   */
  static async open(place: string): Promise<Database> {
    const isPostgres = /^postgres(ql)?:\/\//.test(place);
    if (!isPostgres) await keepPrivate(place);
    const sequelize = isPostgres
      ? new Sequelize(place, {
          dialect: 'postgres',
          dialectModule: pg,
          logging: false,
          pool: { max: MAX_CONNECTIONS, acquire: 30_000 },
        })
      : new Sequelize({
          dialect: 'sqlite',
          dialectModule: sqliteForSequelize,
          storage: place,
          logging: false,
        });
    const database = new Database(sequelize, isPostgres ? 'postgres' : 'sqlite');
    try {
      if (!isPostgres) await sequelize.query('PRAGMA journal_mode = WAL');
      await database.migrate();
    } catch (error) {
      await sequelize.close();
      throw error;
    }
    return database;
  }

  select<T extends object>(sql: string, parameters: Parameters = {}): Promise<T[]> {
    return this.selectIn<T>(sql, parameters, null);
  }

  async run(sql: string, parameters: Parameters = {}): Promise<void> {
    await this.write((transaction) => transaction.run(sql, parameters));
  }

  /**
   * Runs a transaction. On PostgreSQL it is tried again when another one got
   * in its way, so that the work must have no effects besides its statements.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.dialect === 'postgres') return this.tryAgain(work);
    const turn = this.writing.then(() => this.transaction(work));
    this.writing = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    await this.writing;
    await this.sequelize.close();
  }

  private async tryAgain<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.transaction(work);
      } catch (error) {
        const code = (error as { original?: { code?: string } }).original?.code ?? '';
        if (tries === MAX_TRIES || !RETRY_CODES.includes(code)) throw error;
      }
    }
  }

  private transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const type = SequelizeTransaction.TYPES.IMMEDIATE;
    const { dialect } = this;
    return this.sequelize.transaction(dialect === 'sqlite' ? { type } : {}, (transaction) => {
      const select: Queries['select'] = (sql, parameters = {}) => this.selectIn(sql, parameters, transaction);
      return work({
        dialect,
        forUpdate: dialect === 'postgres' ? 'FOR UPDATE' : '',
        select,
        run: async (sql, bind = {}) => void (await this.sequelize.query(sql, { bind, transaction })),
        nextIds: (sequence, count) => nextIds(select, dialect, sequence, count),
        nextId: async (sequence) => (await nextIds(select, dialect, sequence, 1))[0]!,
      });
    });
  }

  private selectIn<T extends object>(
    sql: string,
    bind: Parameters,
    transaction: SequelizeTransaction | null,
  ) {
    return this.sequelize.query<T>(sql, { bind, transaction, type: QueryTypes.SELECT });
  }

  private async migrate(): Promise<void> {
    await this.transaction(async (transaction) => {
      // Several processes may start on one database at once.
      if (this.dialect === 'postgres')
        await transaction.run(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await transaction.run('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)');
      const done = await transaction.select<{ name: string }>('SELECT name FROM migrations ORDER BY name');
      const executed = done.map(({ name }) => name);
      const names = MIGRATIONS.map(({ name }) => name);
      const unknown = executed.filter((name) => !names.includes(name));
      if (unknown.length > 0) {
        throw new NewerPortalDatabaseError(
          `the portal's database has a schema that this version does not know (${unknown.join(', ')}): use the newer version`,
        );
      }
      for (const { name, statements, finish } of MIGRATIONS) {
        if (executed.includes(name)) continue;
        for (const statement of statements(this.dialect)) await transaction.run(statement);
        await finish?.(transaction);
        await transaction.run('INSERT INTO migrations (name) VALUES ($name)', { name });
      }
    });
  }
}

async function nextIds(
  select: Queries['select'],
  dialect: Dialect,
  sequence: Sequence,
  count: number,
): Promise<number[]> {
  if (dialect === 'postgres') {
    const rows = await select<{ id: number }>(
      `SELECT nextval('${sequence}') AS id FROM generate_series(1, CAST($count AS INTEGER))`,
      { count },
    );
    return rows.map(({ id }) => id);
  }
  const [row] = await select<{ last: number }>(
    'UPDATE sequences SET last = last + $count WHERE name = $sequence RETURNING last',
    { sequence, count },
  );
  return Array.from({ length: count }, (_, i) => row!.last - count + 1 + i);
}

/** Whether a statement failed because something like it is there already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof UniqueConstraintError;
}
