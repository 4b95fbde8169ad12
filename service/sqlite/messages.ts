/** What a connection and its thread say to each other. Both are of one build, so nothing is checked. */

/** Something that SQLite can keep. Whole numbers up to 2^53 are kept as such. */
export type Value = string | number | null;

/** Values of a statement's parameters: of `?` in their order, or of `$name` by `name` or `$name`. */
export type Values = readonly Value[] | Readonly<Record<string, Value>>;

/** A statement and the values of its parameters. */
export type Statement = readonly [sql: string, values: Values];

/** How a file is opened. */
export interface OpenOptions {
  /** So long is waited for somebody else's lock, in ms. */
  busyMs: number;
  /** SQLite refuses to write, and creates no file. */
  isReadOnly: boolean;
}

/** What a statement has changed. */
export interface Changes {
  /** Of the row that was inserted last. */
  lastID: number;
  /** Rows that were inserted, changed or deleted. */
  changes: number;
}

/** Rows as lists, which are smaller to hand over than objects. */
export interface Rows {
  columns: string[];
  rows: (Value | Uint8Array)[][];
}

/** What a thread is asked, by the name of the request. */
export interface Requests {
  open: (place: string, options: OpenOptions) => void;
  exec: (sql: string) => void;
  all: (sql: string, values: Values) => Rows;
  run: (sql: string, values: Values) => Changes;
  transaction: (statements: readonly Statement[]) => void;
  close: () => void;
  /** The thread ends. */
  end: () => void;
}
