/**
 * SQLite for Sequelize (`dialectModule`): as much of the interface of the package
 * `sqlite3` as Sequelize 6 uses (lib/dialects/sqlite), and no more.
 */
import { Connection } from './connection.ts';
import type { Changes, Values } from './messages.ts';

type Callback<This, Results extends unknown[]> = (
  this: This,
  error: Error | null,
  ...results: Results
) => void;
type RowsCallback = Callback<object, [rows?: object[]]>;

class Database {
  /** Sequelize keeps a database in memory open by this. */
  readonly filename: string;
  private readonly opened: Promise<Connection>;

  constructor(file: string, _mode: number, callback: (error: Error | null) => void) {
    this.filename = file;
    this.opened = Connection.open(file);
    this.opened.then(() => callback(null), callback);
  }

  /** Everything is done in its order anyway. */
  serialize(work: () => void): void {
    work();
  }

  all(sql: string, ...rest: [callback: RowsCallback] | [values: Values, callback: RowsCallback]): void {
    const [values, callback] = rest.length === 1 ? [[], rest[0]] : rest;
    this.opened
      .then((connection) => connection.all(sql, values))
      .then(
        (rows) => callback.call({}, null, rows),
        (error: Error) => callback.call({}, error),
      );
  }

  run(sql: string, values: Values = [], callback?: Callback<Partial<Changes>, []>): void {
    this.opened
      .then((connection) => connection.run(sql, values))
      .then(
        (changes) => callback?.call(changes, null),
        (error: Error) => callback?.call({}, error),
      );
  }

  close(callback?: (error: Error | null) => void): void {
    this.opened
      .then((connection) => connection.close())
      .then(
        () => callback?.(null),
        (error: Error) => callback?.(error),
      );
  }
}

/** The `dialectModule` of a Sequelize whose dialect is `sqlite`. Its only mode is to write, and to create what is missing. */
export const sqliteForSequelize = { OPEN_READWRITE: 2, OPEN_CREATE: 4, Database };
