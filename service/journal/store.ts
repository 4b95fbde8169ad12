/**
 * The database behind the journal: SQLite, unless a cloud register has PostgreSQL (`postgres/`).
 * Commits have a connection of their own beside the one of reads and migrations, so that no reader
 * sees an unfinished transaction or keeps one waiting (measured in docs/performance.md).
 */
import { Connection } from '../sqlite/connection.ts';
import type { Statement } from '../sqlite/messages.ts';
import { cutLog } from './cut-log.ts';
import { columnsOf } from './effects.ts';
import { applyMigrations, UnknownMigrationsError } from './migrations/apply.ts';
import { spanOf } from './place.ts';
import type { Row } from './row.ts';

/** What the journal asks of a database. Calls that write must not overlap. */
export interface Store {
  /** Ids of the registers by name, in the order in which they began. */
  readonly registers: ReadonlyMap<string, number>;
  /** Stores all rows durably in one transaction, or none. */
  commit(rows: readonly Row[]): Promise<void>;
  /**
   * Begins a register whose rows count only once it is finished: {@link Store.registers}
   * does not have it before, and opening the database discards it.
   */
  begin(rn: string): Promise<void>;
  /** Makes a begun register count. */
  finish(rn: string): Promise<void>;
  /** Removes a begun register. */
  discard(rn: string): Promise<void>;
  /** Runs parameterised statements (`$name`) durably in one transaction, or none of them. */
  write(statements: readonly Statement[]): Promise<void>;
  /** Gives pages of the file that hold nothing any more back to the disk, as many as these at most. */
  shrink(pages: number): Promise<void>;
  /** False where records leave the database for files, and {@link Store.write} and {@link Store.shrink} can be used. */
  readonly keepsAll: boolean;
  /** SQL for the values of a JSON list that is a parameter: a subquery for `IN`. */
  list(parameter: string, of: 'text' | 'integer'): string;
  /** Runs a parameterised query (`$name`), in SQL that both databases understand. */
  select<T extends object>(sql: string, parameters: Record<string, string | number>): Promise<T[]>;
  close(): Promise<void>;
}

export type { Statement };

/** The database has another schema than this version knows; opening it could damage it. The message says what to do. */
export class NewerDatabaseError extends Error {}

/** "Tilm" in the header of the database file; see `takeBack`. */
const APPLICATION_ID = 0x54696c6d;

/** Of PRAGMA auto_vacuum. */
const INCREMENTAL = 2;

const COLUMNS = [
  'register',
  'rn',
  'sq',
  'type',
  'line',
  'number',
  'fn',
  'terminals',
  'days',
  'sums',
  'state',
] as const;

/** A row of the view `entries`. `rn` is told with the first record of a register. */
type EntriesRow = Record<(typeof COLUMNS)[number], string | number | null>;

const INSERT = `INSERT INTO entries (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

/**
 * Opens (and creates or migrates) the database file.
 * @param isSynced asked before each commit: false leaves it to the system when
 * commits reach the disk, and a loss of power may take back what was answered
 */
export async function openStore(file: string, isSynced: () => boolean = () => true): Promise<Store> {
  const reader = await Connection.open(file);
  try {
    // Only a database without tables takes it: room that records leave goes back to the disk.
    // Where it is so already, saying it again would write to the file.
    const [mode] = await reader.all<{ auto_vacuum: number }>('PRAGMA auto_vacuum');
    if (mode!.auto_vacuum !== INCREMENTAL) await reader.exec('PRAGMA auto_vacuum = INCREMENTAL');
    await reader.exec('PRAGMA journal_mode = WAL');
    await migrate(reader);
    const select: Store['select'] = (sql, values) => reader.all(sql, values);
    const writer = await openWriter(file, isSynced);
    for (const { register } of await select<{ register: number }>('SELECT register FROM unfinished', {})) {
      await discard(writer, register);
    }
    const rows = await select<{ id: number; rn: string }>('SELECT id, rn FROM registers ORDER BY id', {});
    const registers = new Map(rows.map(({ id, rn }) => [rn, id]));
    // Of all that were ever given out: one that was not stored is not given to another register.
    let highest = rows.at(-1)?.id ?? 0;
    const unfinished = new Map<string, number>();
    return {
      registers,
      keepsAll: false,
      list: (parameter) => `SELECT value FROM json_each($${parameter})`,
      async commit(rows) {
        const begun = new Map<string, number>();
        const idOf = (rn: string): number => {
          const known = registers.get(rn) ?? unfinished.get(rn) ?? begun.get(rn);
          if (known !== undefined) return known;
          begun.set(rn, ++highest);
          return highest;
        };
        const entries = entriesOf(rows, idOf, begun);
        await writer.write(entries.map((entry) => [INSERT, COLUMNS.map((column) => entry[column])]));
        for (const [rn, id] of begun) registers.set(rn, id);
      },
      write: (statements) => writer.write(statements),
      shrink: (pages) => writer.shrink(pages),
      async begin(rn) {
        const register = ++highest;
        await writer.write([
          ['INSERT INTO registers (id, rn) VALUES ($register, $rn)', { register, rn }],
          ['INSERT INTO unfinished (register) VALUES ($register)', { register }],
        ]);
        unfinished.set(rn, register);
      },
      async finish(rn) {
        const register = unfinished.get(rn)!;
        await writer.write([['DELETE FROM unfinished WHERE register = $register', { register }]]);
        unfinished.delete(rn);
        registers.set(rn, register);
      },
      async discard(rn) {
        await discard(writer, unfinished.get(rn)!);
        unfinished.delete(rn);
      },
      select,
      async close() {
        await writer.close();
        await reader.close();
      },
    };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** Rows of the view: the last one of each register brings what all of them change. */
function entriesOf(
  rows: readonly Row[],
  idOf: (rn: string) => number,
  begun: ReadonlyMap<string, number>,
): EntriesRow[] {
  const none = { terminals: null, days: null, sums: null, state: null };
  const entries: EntriesRow[] = [];
  for (const own of Map.groupBy(rows, ({ rn }) => rn).values()) {
    for (const [i, { rn, sq, type, line, number, fn }] of own.entries()) {
      const register = idOf(rn);
      const effects = i === own.length - 1 ? columnsOf(own) : none;
      const name = i === 0 && begun.has(rn) ? rn : null;
      entries.push({ ...{ register, rn: name, sq, type, line, number, fn }, ...effects });
    }
  }
  return entries;
}

/** Removes all rows of a register that was not finished; again, if it is interrupted. */
async function discard(writer: Writer, register: number): Promise<void> {
  await writer.write([
    ['DELETE FROM records WHERE id BETWEEN $first AND $last', spanOf(register)],
    ...['numbers', 'terminals', 'days', 'sums', 'state', 'unfinished'].map((table): Statement => [
      `DELETE FROM ${table} WHERE register = $register`,
      { register },
    ]),
    ['DELETE FROM registers WHERE id = $register', { register }],
  ]);
}

async function migrate(db: Connection): Promise<void> {
  // SQLite's schema changes are transactional: a crash leaves neither half a schema
  // nor one whose version is not written down.
  await db.exec('BEGIN IMMEDIATE');
  try {
    await applyMigrations({
      run: (statement) => db.exec(statement),
      executed: (query) => db.all(query),
    });
    await db.exec('COMMIT');
  } catch (error) {
    await db.exec('ROLLBACK');
    if (!(error instanceof UnknownMigrationsError)) throw error;
    throw new NewerDatabaseError(
      `the journal has a schema that this version does not know (${error.message}): use the newer version; ` +
        'of a version before 3.0 make it anew with npm run rebuild',
      { cause: error },
    );
  }
}

interface Writer {
  /** Runs all statements in one transaction, or none of them. */
  write(statements: readonly Statement[]): Promise<void>;
  shrink(pages: number): Promise<void>;
  close(): Promise<void>;
}

async function openWriter(file: string, isSynced: () => boolean): Promise<Writer> {
  const db = await Connection.open(file, { busyMs: 5000 });
  // FULL: an answered receipt survives power loss, not only a crash of the process.
  await db.exec('PRAGMA synchronous = FULL');
  // A log that a crash has left behind may have been read from the memory of the system, while the disk
  // never got it: its pages are written anew before anything is answered that builds on them.
  await db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const frames = async () => (await db.all<{ log: number }>('PRAGMA wal_checkpoint(NOOP)'))[0]!.log;
  /** The log may hold what was refused. */
  let isStale = false;
  /** Makes sure that what was refused is not found by the next start. */
  const takeBack = async () => {
    isStale = true;
    await cutLog(file, frames)
      // Any commit in the same place makes what is there unreadable, too.
      .catch(() => db.exec(`PRAGMA application_id = ${APPLICATION_ID}`))
      .then(
        () => (isStale = false),
        () => undefined,
      );
  };
  let synced = true;
  const follow = async () => {
    if (isSynced() === synced) return;
    synced = !synced;
    await db.exec(`PRAGMA synchronous = ${synced ? 'FULL' : 'NORMAL'}`);
  };
  return {
    async write(statements) {
      await follow();
      try {
        await db.transaction(statements);
      } catch (error) {
        await takeBack();
        throw error;
      }
    },
    // Not as a statement that answers rows: each page would be one.
    shrink: (pages) => db.exec(`PRAGMA incremental_vacuum(${pages})`),
    async close() {
      if (isStale) await takeBack();
      await db.close();
    },
  };
}
