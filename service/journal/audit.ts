/**
 * A journal as an audit reads it: all rows in order, page by page, without
 * trusting that anybody has kept to the schema.
 */
import { ReadOnlyDatabase, schemaObjects, schemaOf } from './read-only.ts';

/** A row whose values may be of any type. */
export type UncheckedRow = Record<Column, unknown>;

type Column = 'rn' | 'sq' | 'type' | 'at' | 'd' | 'tl' | 'tt' | 'tn' | 'fn' | 'total' | 'fiscal' | 'doc';

/** A state entry; `value` should be JSON text. */
export interface UncheckedState {
  key: unknown;
  value: unknown;
}

/** Where a receipt stands, and its total in minor units. */
export interface Place {
  sq: unknown;
  total: unknown;
  /** 1 when the receipt is a void itself. */
  isVoid: unknown;
}

/** The number of a receipt; `year` is that of its date, if known. */
export interface NumberQuery {
  TL: string;
  TT: string;
  TN: string;
  year: string | undefined;
}

/** Rows read at a time. */
const PAGE = 200;
const COLUMNS = 'rn, sq, type, at, d, tl, tt, tn, fn, total, fiscal, doc';
const PLACE = "sq, total, CASE WHEN json_valid(doc) THEN doc ->> '$.ESR.Void' = '1' ELSE 0 END AS isVoid";

/** An open journal. */
export class JournalAudit {
  private readonly db: ReadOnlyDatabase;

  private constructor(db: ReadOnlyDatabase) {
    this.db = db;
  }

  /** @throws UnreadableJournalError */
  static async open(file: string): Promise<JournalAudit> {
    return new JournalAudit(await ReadOnlyDatabase.open(file));
  }

  /** Names of all registers that have records or a state. */
  async registerNames(): Promise<string[]> {
    const rows = await this.db.all<{ rn: string }>(
      "SELECT rn FROM (SELECT rn FROM records UNION SELECT rn FROM state) WHERE typeof(rn) = 'text' ORDER BY rn",
    );
    return rows.map(({ rn }) => rn);
  }

  /** Number of records that belong to no register, because its name is no text. */
  async strays(): Promise<number> {
    const rows = await this.db.all<{ n: number }>(
      "SELECT count(*) AS n FROM records WHERE typeof(rn) <> 'text'",
    );
    return rows[0]!.n;
  }

  /** Number of records of a register. */
  async count(rn: string): Promise<number> {
    const rows = await this.db.all<{ n: number }>('SELECT count(*) AS n FROM records WHERE rn = ?', [rn]);
    return rows[0]!.n;
  }

  /** All rows of a register in order of SQ. Rows whose SQ is no number come last, as SQLite sorts them. */
  async *pages(rn: string): AsyncGenerator<UncheckedRow[]> {
    let after = -Infinity;
    for (;;) {
      const rows = await this.db.all<UncheckedRow>(
        `SELECT ${COLUMNS} FROM records WHERE rn = ? AND sq > ? ORDER BY sq LIMIT ${PAGE}`,
        [rn, after],
      );
      if (rows.length > 0) yield rows;
      const last = rows.at(-1)?.sq;
      // Numbers that JavaScript cannot count on end the reading; whoever takes the rows sees them first.
      if (rows.length < PAGE || !Number.isSafeInteger(last)) return;
      after = last as number;
    }
  }

  /** The state that a register goes on from. */
  state(rn: string): Promise<UncheckedState[]> {
    return this.db.all<UncheckedState>('SELECT key, value FROM state WHERE rn = ? ORDER BY key', [rn]);
  }

  /** The last record before another one that has this fiscal number. */
  async byFiscalNumber(rn: string, fn: string, before: number): Promise<Place | null> {
    const rows = await this.db.all<Place>(
      `SELECT ${PLACE} FROM records WHERE rn = ? AND fn = ? AND sq < ? ORDER BY sq DESC LIMIT 1`,
      [rn, fn, before],
    );
    return rows[0] ?? null;
  }

  /** The last transaction before another record that has this number. */
  async byNumber(rn: string, { TL, TT, TN, year }: NumberQuery, before: number): Promise<Place | null> {
    const rows = await this.db.all<Place>(
      `SELECT ${PLACE} FROM records WHERE rn = ? AND tl = ? AND tt = ? AND tn = ? AND type = 'Tra' AND sq < ?
       ${year === undefined ? '' : 'AND substr(d, 1, 4) = ?'} ORDER BY sq DESC LIMIT 1`,
      [rn, TL, TT, TN, before, ...(year === undefined ? [] : [year])],
    );
    return rows[0] ?? null;
  }

  /** What is not as the migrations have made it: guards that were taken off, tables that were added. */
  async schemaDifferences(): Promise<string[]> {
    const expected = await schemaOf(this.db.schema);
    const found = await schemaObjects((sql) => this.db.all(sql));
    const differences: string[] = [];
    for (const [name, sql] of expected) {
      if (!found.has(name)) differences.push(`${name} is missing`);
      else if (found.get(name) !== sql) differences.push(`${name} was changed`);
    }
    for (const name of found.keys()) if (!expected.has(name)) differences.push(`${name} was added`);
    return differences;
  }

  /** @throws UnreadableJournalError when the file was written to meanwhile and no lock kept it together */
  close(): Promise<void> {
    return this.db.close();
  }
}
