/** Connections to SQLite databases. */
import { SqliteError } from './errors.ts';
import type { Changes, OpenOptions, Statement, Values } from './messages.ts';
import { giveBack, takeThread, type SqliteThread } from './threads.ts';

const DEFAULTS: OpenOptions = { busyMs: 1000, isReadOnly: false };

/**
 * An open database. What it is asked is done in that order, on a thread of its
 * own: neither the event loop nor another connection waits for it.
 */
export class Connection {
  private readonly thread: SqliteThread;
  private isOpen = true;

  private constructor(thread: SqliteThread) {
    this.thread = thread;
  }

  /**
   * Opens a database, and creates it where it is missing.
   * @param place a file, `:memory:`, or the address of a file with parameters (https://www.sqlite.org/uri.html)
   * @throws SqliteError
   */
  static async open(place: string | URL, options: Partial<OpenOptions> = {}): Promise<Connection> {
    const thread = takeThread();
    try {
      await thread.ask('open', String(place), { ...DEFAULTS, ...options });
      return new Connection(thread);
    } catch (error) {
      giveBack(thread);
      throw error;
    }
  }

  /** Runs a statement and answers its rows. Integers past 2^53 are an error. */
  async all<T extends object>(sql: string, values: Values = []): Promise<T[]> {
    const { columns, rows } = await this.ask('all', sql, values);
    return rows.map((row) => {
      const named: Record<string, unknown> = {};
      for (let i = 0; i < columns.length; i++) {
        const value = row[i];
        named[columns[i]!] = value instanceof Uint8Array ? asBuffer(value) : value;
      }
      return named as T;
    });
  }

  /** Runs a statement without rows. */
  run(sql: string, values: Values = []): Promise<Changes> {
    return this.ask('run', sql, values);
  }

  /** Runs statements without parameters, separated by semicolons. */
  exec(sql: string): Promise<void> {
    return this.ask('exec', sql);
  }

  /** Runs all statements in one transaction, or none of them. */
  transaction(statements: readonly Statement[]): Promise<void> {
    return this.ask('transaction', statements);
  }

  /** Ends the connection when all is done that it was asked. */
  close(): Promise<void> {
    const closed = this.ask('close');
    if (this.isOpen) giveBack(this.thread);
    this.isOpen = false;
    return closed;
  }

  private ask: SqliteThread['ask'] = (name, ...args) => {
    if (this.isOpen) return this.thread.ask(name, ...args);
    return Promise.reject(new SqliteError({ code: 'SQLITE_MISUSE', message: 'the connection is closed' }));
  };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
