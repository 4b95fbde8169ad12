/** What a journal keeps to find and sum its records by, as an audit compares it with the records themselves. */
import type { ReadOnlyDatabase } from '../read-only.ts';

/** A number of a record. */
export interface KeptNumber {
  number: string;
  sq: number;
}

/** A row of `days`; values may be of any type. */
export type KeptDay = Record<'day' | 'records' | 'transactions' | 'receipts' | 'total', unknown>;
/** A row of `sums`. */
export type KeptSum = Record<'day' | 'kind' | 'name' | 'amount' | 'tax', unknown>;
/** A row of `terminals`. */
export type KeptTerminal = Record<'tl' | 'tt' | 'sq', unknown>;

/** Rows by segment. */
export interface KeptCounts {
  numbers: Map<number, number>;
  days: Map<number, number>;
  sums: Map<number, number>;
  /** Rows of segments that the register does not have. */
  elsewhere: number;
}

const DAY_COLUMNS = 'day, records, transactions, receipts, total';
const SUM_COLUMNS = 'day, kind, name, amount, tax';

/** The tables of one register. */
export class KeptTables {
  private readonly db: ReadOnlyDatabase;
  private readonly register: number;

  /** @param register its id */
  constructor(db: ReadOnlyDatabase, register: number) {
    this.db = db;
    this.register = register;
  }

  /** Counts all rows; those behind a record and its segment lie elsewhere. */
  async counts(lastSq: number, lastSegment: number): Promise<KeptCounts> {
    let elsewhere = 0;
    const bySegment = async (table: string, column: string, last: number, segment: string) => {
      const rows = await this.db.all<{ segment: number | null; n: number }>(
        `SELECT CASE WHEN typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND ${last} THEN ${segment} END
           AS segment, count(*) AS n FROM ${table} WHERE register = ? GROUP BY 1`,
        [this.register],
      );
      const counts = new Map<number, number>();
      for (const { segment, n } of rows) {
        if (segment === null) elsewhere += n;
        else counts.set(segment, n);
      }
      return counts;
    };
    return {
      numbers: await bySegment('numbers', 'sq', lastSq, 'sq / 1000'),
      days: await bySegment('days', 'segment', lastSegment, 'segment'),
      sums: await bySegment('sums', 'segment', lastSegment, 'segment'),
      elsewhere,
    };
  }

  /** Those numbers that are not there. */
  async missingNumbers(numbers: readonly KeptNumber[]): Promise<KeptNumber[]> {
    const rows = await this.db.all<{ i: number }>(
      `SELECT key AS i FROM json_each(?) AS wanted WHERE NOT EXISTS (
         SELECT 1 FROM numbers WHERE register = ? AND number = wanted.value ->> 0 AND sq = wanted.value ->> 1)`,
      [JSON.stringify(numbers.map(({ number, sq }) => [number, sq])), this.register],
    );
    return rows.map(({ i }) => numbers[i]!);
  }

  /** Numbers of a range of records, both ends included. Looks through all numbers of the register. */
  numbersOf(from: number, to: number, most: number): Promise<Record<'number' | 'sq', unknown>[]> {
    return this.db.all(
      `SELECT number, sq FROM numbers WHERE register = ? AND sq BETWEEN ? AND ? ORDER BY sq LIMIT ${most}`,
      [this.register, from, to],
    );
  }

  /** Rows of `days` of a segment: of some days, or all. */
  days(segment: number, days: readonly string[] | null, most: number): Promise<KeptDay[]> {
    return this.ofSegment('days', DAY_COLUMNS, segment, days, most);
  }

  /** The same of `sums`. */
  sums(segment: number, days: readonly string[] | null, most: number): Promise<KeptSum[]> {
    return this.ofSegment('sums', SUM_COLUMNS, segment, days, most);
  }

  /** Rows of `terminals`. */
  terminals(most: number): Promise<KeptTerminal[]> {
    return this.db.all(`SELECT tl, tt, sq FROM terminals WHERE register = ? LIMIT ${most}`, [this.register]);
  }

  private ofSegment<T extends object>(
    table: string,
    columns: string,
    segment: number,
    days: readonly string[] | null,
    most: number,
  ): Promise<T[]> {
    const ofDays = days === null ? '' : 'AND day IN (SELECT value FROM json_each(?))';
    return this.db.all<T>(
      `SELECT ${columns} FROM ${table} WHERE register = ? AND segment = ? ${ofDays} LIMIT ${most}`,
      [this.register, segment, ...(days === null ? [] : [JSON.stringify(days)])],
    );
  }
}
