/**
 * The journal: every record of every register, for ever. Append, look up, and
 * the state that belongs to the last record.
 */
import { EventEmitter } from 'node:events';
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { findRecords, type FindQuery, type FindResult } from './find.ts';
import { openPeriod, type Period } from './period.ts';
import { segmentsBetween } from './segments/between.ts';
import { openStore, type Row, type Store } from './store.ts';
import { JournalWriter } from './writer.ts';

/** A record with the columns to search it by, and the state that becomes valid with it. */
export interface Entry {
  record: JournalRecord;
  /** Total in minor units of the currency, null without one. */
  total: number | null;
  fiscal: boolean;
  /** Changed state entries, JSON values. */
  changes: Record<string, Json>;
}

/** A record as it is stored. */
export type StoredEntry = Pick<Row, 'sq' | 'doc' | 'changes'>;

/** Fiscal receipts of a day. Total in minor units. */
export interface DayTotals {
  count: number;
  total: number;
}

/**
 * The journal of one data root. Emits `committed` with each durable entry, in
 * order, and `failed` when an entry was not stored.
 */
export class Journal extends EventEmitter<{ committed: [Entry]; failed: [] }> {
  private readonly store: Store;
  private readonly writer: JournalWriter;

  /** Takes over a store; {@link Journal.open} is for files. */
  constructor(store: Store) {
    super();
    this.setMaxListeners(0);
    this.store = store;
    this.writer = new JournalWriter(store);
  }

  /** Opens or creates the database file. */
  static async open(file: string): Promise<Journal> {
    return new Journal(await openStore(file));
  }

  /** Counts failed commits; see {@link JournalWriter.generation}. */
  get generation(): number {
    return this.writer.generation;
  }

  /**
   * Resolves when the record is durable, rejects when it is not stored.
   * @param generation the one the entry's numbers were made in
   */
  async append(entry: Entry, generation: number): Promise<void> {
    try {
      await this.writer.append(toRow(entry), generation);
    } catch (error) {
      // After whoever asked has heard of it, so that listeners find its register failed.
      setImmediate(() => this.emit('failed'));
      throw error;
    }
    this.emit('committed', entry);
  }

  /** Names of all registers that have records. */
  async registerNames(): Promise<string[]> {
    const rows = await this.store.select<{ rn: string }>('SELECT DISTINCT rn FROM records ORDER BY rn', {});
    return rows.map((r) => r.rn);
  }

  /** State of a register after its last record. */
  async state(rn: string): Promise<Map<string, Json>> {
    const rows = await this.store.select<{ key: string; value: string }>(
      'SELECT key, value FROM state WHERE rn = $rn',
      { rn },
    );
    return new Map(rows.map((r) => [r.key, JSON.parse(r.value) as Json]));
  }

  /** The last record of a register, optionally of one type or terminal. */
  async last(
    rn: string,
    filter: { type?: string; TL?: string; TT?: string } = {},
  ): Promise<JournalRecord | null> {
    const conditions = ['rn = $rn'];
    if (filter.type !== undefined) conditions.push('type = $type');
    // Repeats what the partial index says, so that it is used.
    if (filter.type !== undefined && filter.type !== 'Tra') conditions.push("type <> 'Tra'");
    if (filter.TL !== undefined) conditions.push('tl = $TL');
    if (filter.TT !== undefined) conditions.push('tt = $TT');
    const rows = await this.store.select<Pick<Row, 'doc'>>(
      `SELECT doc FROM records WHERE ${conditions.join(' AND ')} ORDER BY sq DESC LIMIT 1`,
      { rn, ...filter },
    );
    return rows[0] ? toRecord(rows[0].doc) : null;
  }

  // `+sq`: sorting the few rows of a number is quick, but SQLite would rather walk the whole register by SQ.

  /** The transaction with this number, in a year of ESR.D if one is given; the newest if there are several. */
  async byNumber(
    rn: string,
    TL: string,
    TT: string,
    TN: string,
    year?: string,
  ): Promise<JournalRecord | null> {
    const rows = await this.store.select<Pick<Row, 'doc'>>(
      `SELECT doc FROM records WHERE rn = $rn AND tl = $TL AND tt = $TT AND tn = $TN AND type = 'Tra'
       ${year === undefined ? '' : 'AND substr(d, 1, 4) = $year'} ORDER BY +sq DESC LIMIT 1`,
      { rn, TL, TT, TN, ...(year !== undefined && { year }) },
    );
    return rows[0] ? toRecord(rows[0].doc) : null;
  }

  /** The record with this fiscal number. */
  async byFiscalNumber(rn: string, FN: string): Promise<JournalRecord | null> {
    const rows = await this.store.select<Pick<Row, 'doc'>>(
      'SELECT doc FROM records WHERE rn = $rn AND fn = $FN ORDER BY +sq DESC LIMIT 1',
      { rn, FN },
    );
    return rows[0] ? toRecord(rows[0].doc) : null;
  }

  /** The record with this sequence number. */
  async bySq(rn: string, sq: number): Promise<JournalRecord | null> {
    const rows = await this.store.select<Pick<Row, 'doc'>>(
      'SELECT doc FROM records WHERE rn = $rn AND sq = $sq',
      { rn, sq },
    );
    return rows[0] ? toRecord(rows[0].doc) : null;
  }

  /** Sequence number of the last record of a register, 0 for an empty one. */
  async lastSq(rn: string): Promise<number> {
    const [row] = await this.store.select<{ sq: number | null }>(
      'SELECT max(sq) AS sq FROM records WHERE rn = $rn',
      { rn },
    );
    return row?.sq ?? 0;
  }

  /** The records of a register behind a sequence number and up to another one, as they are stored. */
  stored(rn: string, after: number, until: number): Promise<StoredEntry[]> {
    return this.store.select<StoredEntry>(
      'SELECT sq, doc, changes FROM records WHERE rn = $rn AND sq > $after AND sq <= $until ORDER BY sq',
      { rn, after, until },
    );
  }

  /** When a register began, as a number to sort by; null when it has no records. */
  async beginning(rn: string): Promise<number | null> {
    const [row] = await this.store.select<{ rowid: number }>(
      'SELECT rowid FROM records WHERE rn = $rn AND sq = 1',
      { rn },
    );
    return row?.rowid ?? null;
  }

  /** Numbers of the segments with records that are dated between two days (`YYYY-MM-DD`), both included. */
  segmentsBetween(rn: string, from: string, till: string): Promise<number[]> {
    return segmentsBetween(this.store, rn, from, till);
  }

  /** Transactions whose document date lies between two days (`YYYY-MM-DD`), both included. */
  period(rn: string, from: string, till: string): Promise<Period> {
    return openPeriod(this.store, rn, from, till);
  }

  /** Count and turnover of the fiscal receipts dated on a day (`YYYY-MM-DD`). */
  async dayTotals(rn: string, day: string): Promise<DayTotals> {
    const rows = await this.store.select<DayTotals>(
      `SELECT count(*) AS count, coalesce(sum(total), 0) AS total FROM records
       WHERE rn = $rn AND fiscal = 1 AND d >= $day AND d < $end`,
      { rn, day, end: `${day}U` },
    );
    return rows[0]!;
  }

  /** Records that match a query (doc 2, GET /find). */
  find(query: FindQuery): Promise<FindResult> {
    return findRecords(this.store, query);
  }

  /** Waits for what is being written, then closes the file. */
  async close(): Promise<void> {
    await this.writer.idle();
    await this.store.close();
  }
}

/** An entry as the database has it. */
export function toRow({ record, total, fiscal, changes }: Entry): Row {
  const esr = record.ESR;
  return {
    rn: record.RN,
    sq: record.SQ,
    type: record._,
    at: record.D,
    d: esr?.D ?? record.D,
    tl: esr?.TL ?? null,
    tt: esr?.TT ?? null,
    tn: esr?.TN ?? null,
    fn: esr?.FN ?? null,
    total,
    fiscal: fiscal ? 1 : 0,
    doc: JSON.stringify(record),
    changes: JSON.stringify(Object.entries(changes).map(([key, value]) => [key, JSON.stringify(value)])),
  };
}

function toRecord(doc: string): JournalRecord {
  return JSON.parse(doc) as JournalRecord;
}
