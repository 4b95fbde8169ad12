/**
 * Opens a journal for reading alone: of a stopped or running service, or a copy
 * on a medium that cannot be written. Nothing beside it is created, migrated or
 * changed, and records that are still in the write-ahead log are seen.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Connection } from '../sqlite/connection.ts';
import { SqliteError } from '../sqlite/errors.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { interruptedExchange } from './rebuild/exchange.ts';

/** The file cannot be read as a journal; the message says why, and what to do, in one line. */
export class UnreadableJournalError extends Error {
  /** Why it cannot be read. */
  readonly problem: string;

  /** @param advice what to do */
  constructor(problem: string, advice?: string) {
    super(advice === undefined ? problem : `${problem}; ${advice}`);
    this.problem = problem;
  }
}

const BUSY_MS = 5000;
/** Pages kept in memory: look-ups by number jump about. Kibibytes, below zero as SQLite wants it. */
const CACHE = -32_768;
/** What a connection begins with. */
const BEGIN = `PRAGMA cache_size = ${CACHE}; BEGIN`;
/** Damages that are named; one is enough to distrust the file. */
const MOST_DAMAGES = 5;

/** Where to read a journal from, and how. */
interface Source {
  file: string;
  /** Parameters of SQLite's address. */
  query: string;
  /** Verifies, after the reading, that nobody wrote meanwhile; then cleans up. */
  end(): Promise<void>;
}

/** A database that is open and was found whole, as another thread opens it: plain data. */
export interface OpenDatabase {
  /** The file, for messages. */
  file: string;
  /** Address that SQLite opens it by; of a copy, where one had to be made. */
  address: string;
  /** Names of the migrations that made the schema. */
  schema: readonly string[];
}

/** An open journal. Everything is read from one snapshot. */
export class ReadOnlyDatabase {
  /** What {@link ReadOnlyDatabase.again} takes while this one is open. */
  readonly opened: OpenDatabase;
  private readonly db: Connection;
  private readonly source: Pick<Source, 'end'>;

  private constructor(opened: OpenDatabase, db: Connection, source: Pick<Source, 'end'>) {
    this.opened = opened;
    this.db = db;
    this.source = source;
  }

  /**
   * Opens the file and checks that SQLite finds it whole.
   * @param scratch folder for a copy, where one has to be made
   * @throws UnreadableJournalError when it is missing, no journal, of a newer version or damaged
   */
  static async open(file: string, scratch = os.tmpdir()): Promise<ReadOnlyDatabase> {
    const rebuilt = await interruptedExchange(file);
    if (rebuilt !== null) {
      throw new UnreadableJournalError(
        `${rebuilt} has not come to the place of ${file}: a rebuild was interrupted`,
        'starting Tillmark ends it',
      );
    }
    await fs.access(file, fs.constants.R_OK).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new UnreadableJournalError(`${file} is missing`, wayOut(file));
      throw new UnreadableJournalError(`${file} cannot be read (${error.code})`);
    });
    const source = await sourceOf(file, scratch);
    let db: Connection | null = null;
    try {
      const address = pathToFileURL(source.file);
      address.search = source.query;
      const connection = await asked(file, () =>
        Connection.open(address, { isReadOnly: true, busyMs: BUSY_MS }),
      );
      db = connection;
      const schema = await asked(file, async () => {
        await connection.exec(BEGIN);
        return executedMigrations(connection, file);
      });
      const opened = new ReadOnlyDatabase({ file, address: address.href, schema }, db, source);
      await opened.checkIntegrity();
      return opened;
    } catch (error) {
      await db?.close();
      // Why it cannot be read says more than that it is being written to.
      await source.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Opens a database once more that is open on another thread, and stays open there meanwhile.
   * The snapshot is a new one: a service that is running may have added records since.
   * @throws UnreadableJournalError
   */
  static again(opened: OpenDatabase): Promise<ReadOnlyDatabase> {
    const { file, address } = opened;
    return asked(file, async () => {
      const db = await Connection.open(address, { isReadOnly: true, busyMs: BUSY_MS });
      const again = new ReadOnlyDatabase(opened, db, { end: () => Promise.resolve() });
      await db.exec(BEGIN).catch(async (error: unknown) => {
        await db.close();
        throw error;
      });
      return again;
    });
  }

  /** Runs a query; `?` stand for the parameters. Values come as SQLite has them, whatever the schema promises. */
  all<T extends object>(sql: string, parameters: readonly (string | number)[] = []): Promise<T[]> {
    return asked(this.opened.file, () => this.db.all<T>(sql, parameters));
  }

  /**
   * Closes the file.
   * @throws UnreadableJournalError when it was written to meanwhile and no lock kept the snapshot together
   */
  async close(): Promise<void> {
    await this.db.close();
    await this.source.end();
  }

  private async checkIntegrity(): Promise<void> {
    const rows = await this.all<{ integrity_check: string }>(`PRAGMA integrity_check(${MOST_DAMAGES})`);
    const damages = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    if (damages.length > 0) {
      const named = damages.join(', ').replace(/\s+/g, ' ');
      const { file } = this.opened;
      throw new UnreadableJournalError(`${file} is damaged (${named})`, wayOut(file));
    }
  }
}

/** The schema objects that migrations make, by `<type> <name>`, as SQL. */
export async function schemaOf(migrations: readonly string[]): Promise<Map<string, string>> {
  const db = await Connection.open(':memory:');
  try {
    for (const migration of MIGRATIONS.filter(({ name }) => migrations.includes(name))) {
      await migration.up((sql) => db.exec(sql));
    }
    return await schemaObjects((sql) => db.all(sql));
  } finally {
    await db.close();
  }
}

/** The schema objects of a database; those of SQLite and of the migrations' own list left out. */
export async function schemaObjects(
  select: (sql: string) => Promise<{ type: string; name: string; sql: string }[]>,
): Promise<Map<string, string>> {
  const rows = await select(
    `SELECT type, name, sql FROM sqlite_master
     WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'SequelizeMeta' ORDER BY name`,
  );
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, sql]));
}

async function executedMigrations(db: Connection, file: string): Promise<string[]> {
  const tables = await db.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('records', 'state', 'SequelizeMeta')",
  );
  if (tables.length < 3) {
    throw new UnreadableJournalError(`${file} is no Tillmark journal`, `if it was one, ${wayOut(file)}`);
  }
  const rows = await db.all<{ name: string }>('SELECT name FROM SequelizeMeta ORDER BY name');
  const names = rows.map((row) => String(row.name));
  const unknown = names.filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new UnreadableJournalError(
      `${file} was written by another version of Tillmark (schema ${unknown.join(', ')})`,
      'use that one, or rebuild the database from the journal files',
    );
  }
  return names;
}

/**
 * SQLite reads a write-ahead log only beside a shared memory file, which it would
 * create. Where there is one, it is used as it is; where there is no log either,
 * the database is complete in itself; else both are copied to where files may be
 * created.
 */
async function sourceOf(file: string, scratch: string): Promise<Source> {
  const [log, memory] = [await sizeOf(`${file}-wal`), await sizeOf(`${file}-shm`)];
  if (log !== null && memory !== null) {
    return { file, query: 'mode=ro&readonly_shm=1', end: () => Promise.resolve() };
  }
  const before = await fingerprint(file);
  const expectUnchanged = async () => {
    if (before === (await fingerprint(file))) return;
    throw new UnreadableJournalError(`${file} was written to while it was being read; try again`);
  };
  if (!log) return { file, query: 'mode=ro&immutable=1', end: expectUnchanged };
  const folder = await fs.mkdtemp(path.join(scratch, 'tillmark-verify-'));
  const copy = path.join(folder, 'journal.db');
  const remove = () => fs.rm(folder, { recursive: true, force: true });
  try {
    for (const ending of ['', '-wal']) {
      await fs.copyFile(`${file}${ending}`, `${copy}${ending}`, fs.constants.COPYFILE_FICLONE);
    }
    await expectUnchanged();
  } catch (error) {
    await remove();
    if (error instanceof UnreadableJournalError) throw error;
    throw new UnreadableJournalError(`${file} cannot be copied to ${folder} (${(error as Error).message})`);
  }
  return { file: copy, query: 'mode=ro', end: remove };
}

async function sizeOf(file: string): Promise<number | null> {
  return fs.stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

/** Size and time of a database; its log may grow without changing what was read. */
async function fingerprint(file: string): Promise<string> {
  const { size, mtimeNs } = await fs.stat(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}

/** Asks SQLite; its errors are explained. */
async function asked<T>(file: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof SqliteError ? explained(error, file) : error;
  }
}

/** What SQLite says about a file that is no whole database, in words. */
function explained(error: SqliteError, file: string): UnreadableJournalError {
  const { code } = error;
  const reasons: Readonly<Record<string, string>> = {
    SQLITE_NOTADB: 'is no Tillmark journal: not even a database',
    SQLITE_CORRUPT: 'is damaged',
  };
  const reason = reasons[code];
  if (reason !== undefined) {
    return new UnreadableJournalError(`${file} ${reason} (${error.message})`, wayOut(file));
  }
  const what = code === 'SQLITE_CANTOPEN' ? 'cannot be opened' : 'cannot be read';
  return new UnreadableJournalError(`${file} ${what} (${error.message})`);
}

/** What to do about a database that is lost. */
export function wayOut(file: string): string {
  return `stop Tillmark and make it anew from the journal files with: npm run rebuild -- --data-root ${path.dirname(file)}; or restore a backup`;
}
