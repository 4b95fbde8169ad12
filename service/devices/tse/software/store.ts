/**
 * What a software TSE remembers: a database that takes each message at once, or not at all.
 * It outlives the program at any point; a power cut may take the newest messages, which
 * for tests and demos are not worth waiting for the disk.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A message that was signed, as exports have it. */
export interface StoredMessage {
  counter: number;
  /** Whole seconds since 1970. */
  seconds: number;
  /** Null for messages about the TSE itself. */
  transaction: number | null;
  client: string | null;
  /** Name of its file. */
  name: string;
  log: Uint8Array;
}

/** A transaction, with what was signed first and last. */
export interface StoredTransaction {
  transaction: number;
  client: string;
  reference: string | null;
  /** Messages so far. */
  revision: number;
  startCounter: number;
  startSeconds: number;
  startSignature: string;
  /** Null while it is open. */
  finishCounter: number | null;
  finishSeconds: number | null;
  finishSignature: string | null;
  processType: string | null;
  processData: string | null;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS messages (
    counter INTEGER PRIMARY KEY, seconds INTEGER NOT NULL, "transaction" INTEGER, client TEXT,
    name TEXT NOT NULL, log BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS transactions (
    "transaction" INTEGER PRIMARY KEY, client TEXT NOT NULL, reference TEXT UNIQUE, revision INTEGER NOT NULL,
    startCounter INTEGER NOT NULL, startSeconds INTEGER NOT NULL, startSignature TEXT NOT NULL,
    finishCounter INTEGER, finishSeconds INTEGER, finishSignature TEXT, processType TEXT, processData TEXT) STRICT;
  CREATE INDEX IF NOT EXISTS openTransactions ON transactions (client) WHERE finishCounter IS NULL;
`;
const TRANSACTION_COLUMNS =
  '"transaction", client, reference, revision, startCounter, startSeconds, startSignature, finishCounter, finishSeconds, finishSignature, processType, processData';

/** Work that waits for the commit that takes it. */
interface Waiting {
  run: () => void;
  /** @param error why nothing of it is stored; null when it is */
  settle: (error: unknown) => void;
}

/** The database of one TSE. */
export class Store {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  /** What the table has; filled as it is asked for. */
  private readonly facts = new Map<string, string | null>();
  /** Looked up when it is asked for, and again after work that was taken back. */
  private newest: { counter: number; seconds: number } | null = null;
  private newestTransaction: number | null = null;
  private bytes: number | null = null;
  private waiting: Waiting[] = [];
  private isClosed = false;

  /** @param file of the database; `:memory:` for one that is forgotten */
  constructor(file: string) {
    this.database = new DatabaseSync(file);
    this.database.exec(SCHEMA);
  }

  /** What still waits is stored before. */
  close(): void {
    this.commitWaiting();
    this.isClosed = true;
    this.statements.clear();
    this.database.close();
  }

  /** Does all of it, or none. */
  atOnce<T>(work: () => T): T {
    const isPart = this.database.isTransaction;
    this.sql(isPart ? 'SAVEPOINT part' : 'BEGIN IMMEDIATE').run();
    try {
      const result = work();
      this.sql(isPart ? 'RELEASE part' : 'COMMIT').run();
      return result;
    } catch (error) {
      this.newest = null;
      this.newestTransaction = this.bytes = null;
      this.facts.clear();
      // A full disk takes the whole transaction back by itself.
      if (this.database.isTransaction)
        this.database.exec(isPart ? 'ROLLBACK TO part; RELEASE part' : 'ROLLBACK');
      throw error;
    }
  }

  /**
   * Does work soon, and stores it with all else that is asked for meanwhile, in one commit.
   * Resolves when it is stored; rejects with what the work threw, or when nothing was stored.
   */
  together<T>(work: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let result: { value: T } | { error: unknown };
    const run = () => {
      try {
        result = { value: work() };
      } catch (error) {
        result = { error };
      }
    };
    const settle = (error: unknown) => {
      if (error !== null) reject(error);
      else if ('error' in result) reject(result.error);
      else resolve(result.value);
    };
    if (this.waiting.push({ run, settle }) === 1) setImmediate(() => this.commitWaiting());
    return promise;
  }

  private commitWaiting(): void {
    if (this.isClosed) return;
    const all = this.waiting;
    this.waiting = [];
    if (all.length === 0) return;
    try {
      this.atOnce(() => {
        for (const { run } of all) {
          run();
          if (!this.database.isTransaction) throw new Error('its messages could not be stored');
        }
      });
    } catch (error) {
      for (const { settle } of all) settle(error);
      return;
    }
    for (const { settle } of all) settle(null);
  }

  fact(name: string): string | null {
    const known = this.facts.get(name);
    if (known !== undefined) return known;
    const row = this.sql('SELECT value FROM facts WHERE name = ?').get(name);
    const value = typeof row?.value === 'string' ? row.value : null;
    this.facts.set(name, value);
    return value;
  }

  setFact(name: string, value: string): void {
    this.sql('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(name, value);
    this.facts.set(name, value);
  }

  add({ counter, seconds, transaction, client, name, log }: StoredMessage): void {
    this.sql(
      'INSERT INTO messages (counter, seconds, "transaction", client, name, log) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(counter, seconds, transaction, client, name, log);
    this.newest = { counter, seconds };
    if (this.bytes !== null) this.bytes += log.length;
  }

  /** A transaction that has just begun. */
  begin(t: StoredTransaction): void {
    this.sql(
      `INSERT OR REPLACE INTO transactions (${TRANSACTION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      ...[t.transaction, t.client, t.reference, t.revision, t.startCounter, t.startSeconds, t.startSignature],
      ...[t.finishCounter, t.finishSeconds, t.finishSignature, t.processType, t.processData],
    );
    this.newestTransaction = t.transaction;
  }

  /** What has become of one that is open; its name stays. */
  change({ transaction, revision, ...end }: StoredTransaction): void {
    this.sql(
      `UPDATE transactions SET revision = ?, finishCounter = ?, finishSeconds = ?, finishSignature = ?,
         processType = ?, processData = ? WHERE "transaction" = ?`,
    ).run(
      ...[revision, end.finishCounter, end.finishSeconds, end.finishSignature, end.processType],
      ...[end.processData, transaction],
    );
  }

  transaction(by: { number: number } | { reference: string }): StoredTransaction | null {
    const [column, value] = 'number' in by ? ['"transaction"', by.number] : ['reference', by.reference];
    const row = this.sql(`SELECT ${TRANSACTION_COLUMNS} FROM transactions WHERE ${column} = ?`).get(value);
    return row ? (row as unknown as StoredTransaction) : null;
  }

  open(client: string | null): StoredTransaction[] {
    const where = client === null ? '' : 'AND client = ?';
    // By itself SQLite would read all transactions, as they are in this order already.
    const rows = this.sql(
      `SELECT ${TRANSACTION_COLUMNS} FROM transactions INDEXED BY openTransactions
        WHERE finishCounter IS NULL ${where} ORDER BY "transaction"`,
    ).all(...(client === null ? [] : [client]));
    return rows as unknown as StoredTransaction[];
  }

  /** How many transactions are open. */
  countOpen(): number {
    const row = this.sql(
      'SELECT COUNT(*) AS n FROM transactions INDEXED BY openTransactions WHERE finishCounter IS NULL',
    ).get();
    return Number(row?.n ?? 0);
  }

  /** Counter and time of the newest message; zeros before the first one. */
  newestMessage(): { counter: number; seconds: number } {
    if (!this.newest) {
      const row = this.sql('SELECT counter, seconds FROM messages ORDER BY counter DESC LIMIT 1').get();
      this.newest = { counter: Number(row?.counter ?? 0), seconds: Number(row?.seconds ?? 0) };
    }
    return this.newest;
  }

  /** Number of the newest transaction; 0 before the first one. */
  lastTransaction(): number {
    const row = () => this.sql('SELECT MAX("transaction") AS last FROM transactions').get();
    return (this.newestTransaction ??= Number(row()?.last ?? 0));
  }

  /** Messages behind a counter, at most so many. */
  messages(after: number, most: number): StoredMessage[] {
    const rows = this.sql(
      'SELECT counter, seconds, "transaction", client, name, log FROM messages WHERE counter > ? ORDER BY counter LIMIT ?',
    ).all(after, most);
    return rows as unknown as StoredMessage[];
  }

  /** Forgets messages up to a counter. */
  forget(till: number): void {
    // Counting goes on behind them.
    this.newestMessage();
    this.sql('DELETE FROM messages WHERE counter <= ?').run(till);
    this.bytes = null;
  }

  /** Bytes of all messages. */
  size(): number {
    const sum = this.sql('SELECT COALESCE(SUM(LENGTH(log)), 0) AS size FROM messages');
    return (this.bytes ??= Number(sum.get()?.size ?? 0));
  }

  private sql(text: string): StatementSync {
    let statement = this.statements.get(text);
    if (!statement) this.statements.set(text, (statement = this.database.prepare(text)));
    return statement;
  }
}
