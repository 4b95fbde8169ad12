/**
 * The journal: every record of every register, for ever. Append, look up, and
 * the state that belongs to the last record. Whatever gives records gives receipts
 * as they stand (late.ts); lines are what was registered, byte for byte.
 */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { Json } from '../receipt/json.ts';
import { LATE } from '../receipt/late.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import { Archive } from './archive/archive.ts';
import { Archiver } from './archive/archiver.ts';
import { daysOf, segmentsBetween, turnoverBetween, type Turnover } from './days.ts';
import { findRecords, type FindQuery, type FindResult } from './find.ts';
import { LateData } from './late.ts';
import { receiptLike, type Likeness } from './likeness.ts';
import { Lines, type Line } from './lines.ts';
import { IS_LATE_NUMBER, terminalNumber, withNumber } from './numbers.ts';
import { openPeriod, type Period, type PeriodChoice } from './period.ts';
import { lastSqIn, spanOf } from './place.ts';
import { recordOf } from './record.ts';
import { toRow, type Entry } from './row.ts';
import { FolderNames } from './segments/folder-names.ts';
import { openStore, type Store } from './store.ts';
import { JournalWriter } from './writer.ts';

/** Records of a commit when a register is restored: sales of other registers go on between them. */
const RESTORED_AT_ONCE = 200;

/**
 * The journal of one data root. Emits `committed` with each durable entry, in
 * order, `failed` when an entry was not stored, `restored` when a register was
 * taken over from elsewhere, and `unreadable` when an archived segment could not be read.
 */
export class Journal extends EventEmitter<{
  committed: [Entry];
  failed: [];
  restored: [rn: string];
  unreadable: [rn: string, segment: number];
}> {
  /** Moves old transactions to compressed files. */
  readonly archiver: Archiver;
  private readonly store: Store;
  private readonly writer: JournalWriter;
  private readonly folder: string;
  private readonly folderNames = new FolderNames();
  private readonly archive: Archive;
  private readonly lines: Lines;
  private readonly late: LateData;

  /**
   * Takes over a store; {@link Journal.open} is for files.
   * @param folder holds the registers' folders
   * @param archived number of archived segments by id of the register
   */
  constructor(store: Store, folder: string, archived = new Map<number, number>()) {
    super();
    this.setMaxListeners(0);
    this.store = store;
    this.folder = folder;
    this.writer = new JournalWriter(store);
    const folderOf = (rn: string) => this.filesOf(rn);
    this.archive = new Archive(store, folderOf, archived, (rn, segment) =>
      this.emit('unreadable', rn, segment),
    );
    this.lines = new Lines(store, this.archive);
    this.late = new LateData(store, this.lines);
    const { writer, archive, lines } = this;
    this.archiver = new Archiver({ store, writer, archive, lines, folderOf });
  }

  /**
   * Opens or creates a journal.
   * @param file the database; `rn` beside it holds the journal files
   * @param isSynced of {@link openStore}
   */
  static async open(file: string, isSynced?: () => boolean): Promise<Journal> {
    const store = await openStore(file, isSynced);
    try {
      const archived = await Archive.countsOf(store);
      return new Journal(store, path.join(path.dirname(file), 'rn'), archived);
    } catch (error) {
      await store.close();
      throw error;
    }
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
    if (entry.record._ === LATE) this.late.expect(entry.record.RN);
    try {
      await this.writer.append(toRow(entry), generation);
    } catch (error) {
      // After whoever asked has heard of it, so that listeners find its register failed.
      setImmediate(() => this.emit('failed'));
      throw error;
    }
    this.emit('committed', entry);
  }

  /** Refuses all that builds on records of a generation which cannot be appended: as if their commit had failed. */
  async abandon(generation: number): Promise<void> {
    if (await this.writer.abandon(generation)) setImmediate(() => this.emit('failed'));
  }

  /**
   * Takes over all records of a register that has none: all of them or, whatever
   * crashes, none. Emits `restored`.
   * @param pages in order of SQ from 1 on
   * @throws Error when the register has records, or when the pages have a gap or throw
   */
  async restore(rn: string, pages: AsyncIterable<readonly Entry[]>): Promise<void> {
    if (this.store.registers.has(rn)) throw new Error(`register ${rn} has records`);
    await this.writer.between(() => this.store.begin(rn));
    try {
      let last = 0;
      for await (const page of pages) {
        for (const { record } of page) {
          if (record.RN !== rn || record.SQ !== ++last) {
            throw new Error(`SQ ${last} of register ${rn} was expected, not SQ ${record.SQ} of ${record.RN}`);
          }
        }
        for (let i = 0; i < page.length; i += RESTORED_AT_ONCE) {
          const rows = page.slice(i, i + RESTORED_AT_ONCE).map((entry) => toRow(entry));
          await this.writer.between(() => this.store.commit(rows));
        }
      }
      if (last === 0) throw new Error('there are no records to restore');
      await this.writer.between(() => this.store.finish(rn));
    } catch (error) {
      await this.writer.between(() => this.store.discard(rn));
      throw error;
    }
    this.emit('restored', rn);
  }

  /** Number of segments of a register, from 0 on, whose transactions are in compressed files alone. */
  archivedSegments(rn: string): number {
    return this.archive.countOf(rn);
  }

  /** Names of all registers that have records, in alphabetical order. */
  registerNames(): string[] {
    return [...this.store.registers.keys()].sort();
  }

  /** Folder of the journal files of a register. Of two whose names clash, the older one has the plain name. */
  filesOf(rn: string): string {
    // In the order in which they began.
    if (!this.folderNames.knows(rn))
      for (const name of this.store.registers.keys()) this.folderNames.of(name);
    return path.join(this.folder, this.folderNames.of(rn), 'jou');
  }

  /** State of a register after its last record. */
  async state(rn: string): Promise<Map<string, Json>> {
    const rows = await this.store.select<{ key: string; value: string }>(
      'SELECT key, value FROM state WHERE register = $register',
      { register: this.idOf(rn) },
    );
    return new Map(rows.map((r) => [r.key, JSON.parse(r.value) as Json]));
  }

  /** The last record of a register, optionally of one type. */
  async last(rn: string, type?: string): Promise<JournalRecord | null> {
    const register = this.idOf(rn);
    // These may have left the database.
    if (type === 'Tra' || type === LATE) {
      const among = type === 'Tra' ? 'terminals WHERE' : `numbers WHERE ${IS_LATE_NUMBER} AND`;
      const [row] = await this.store.select<{ sq: number | null }>(
        `SELECT max(sq) AS sq FROM ${among} register = $register`,
        { register },
      );
      return this.bySq(rn, row?.sq ?? 0);
    }
    // Repeats what the partial index says, so that it is used.
    const ofType = type === undefined ? '' : "AND type = $type AND type <> 'Tra'";
    const rows = await this.store.select<{ line: string }>(
      `SELECT line FROM records WHERE id BETWEEN $first AND $last ${ofType} ORDER BY id DESC LIMIT 1`,
      { ...spanOf(register), ...(type !== undefined && { type }) },
    );
    return rows[0] ? this.standing(rn, recordOf(rows[0].line)) : null;
  }

  /** The last transaction of a terminal. */
  async lastOfTerminal(rn: string, TL: string, TT: string): Promise<JournalRecord | null> {
    const [row] = await this.store.select<{ sq: number }>(
      'SELECT sq FROM terminals WHERE register = $register AND tl = $TL AND tt = $TT',
      { register: this.idOf(rn), TL, TT },
    );
    return row ? this.bySq(rn, row.sq) : null;
  }

  /**
   * The transaction with this number, in a year of ESR.D if one is given; the newest if there are several.
   * @throws Error when its record is missing
   */
  async byNumber(
    rn: string,
    TL: string,
    TT: string,
    TN: string,
    year?: string,
  ): Promise<JournalRecord | null> {
    const number = terminalNumber(TN, TL, TT);
    return this.newest(rn, number, ({ _: type, ESR: esr }) => {
      const isNumber = type === 'Tra' && esr?.TN === TN && esr.TL === TL && esr.TT === TT;
      return isNumber && (year === undefined || esr.D?.slice(0, 4) === year);
    });
  }

  /**
   * The record with this fiscal number; the newest if there are several.
   * @throws Error when it is missing
   */
  byFiscalNumber(rn: string, FN: string): Promise<JournalRecord | null> {
    return this.newest(rn, FN, ({ ESR }) => ESR?.FN === FN);
  }

  /** The newest receipt that is like this; null where there is none in the days that are named. */
  receiptLike(rn: string, likeness: Likeness): Promise<JournalRecord | null> {
    return receiptLike(this.source, rn, likeness);
  }

  private async newest(
    rn: string,
    number: string,
    isIt: (record: JournalRecord) => boolean,
  ): Promise<JournalRecord | null> {
    for (const sq of await withNumber(this.store, this.idOf(rn), number)) {
      const record = await this.registered(rn, sq);
      // Not "no such number": it would be given again.
      if (!record)
        throw new Error(`register ${rn}: record ${sq} is missing, though it has the number ${number}`);
      if (isIt(record)) return this.standing(rn, record);
    }
    return null;
  }

  /**
   * The record with this sequence number.
   * @param until last SQ of late fiscal data that count
   */
  async bySq(rn: string, sq: number, until?: number): Promise<JournalRecord | null> {
    const record = await this.registered(rn, sq);
    return record && this.standing(rn, record, until);
  }

  /** A record as it was registered. */
  private async registered(rn: string, sq: number): Promise<JournalRecord | null> {
    const [line] = await this.lines.at(rn, [sq]);
    return line ? recordOf(line.text) : null;
  }

  private async standing(rn: string, record: JournalRecord, until?: number): Promise<JournalRecord> {
    return (await this.late.standing(rn, [record], until))[0]!;
  }

  /** Sequence number of the last record of a register, 0 for an empty one. */
  lastSq(rn: string): Promise<number> {
    return lastSqIn(this.store, this.idOf(rn));
  }

  /**
   * The lines of a register behind a sequence number and up to another one, page by page.
   * @throws Error when one is missing, DamagedFileError when an archived file cannot be read
   */
  linesBetween(rn: string, after: number, until: number): AsyncGenerator<Line[]> {
    return this.lines.pages(rn, { from: after + 1, to: until });
  }

  /** Numbers of the segments with records that are dated between two days (`YYYY-MM-DD`), both included. */
  segmentsBetween(rn: string, from: string, till: string): Promise<number[]> {
    return segmentsBetween(this.store, rn, from, till);
  }

  /** First and last day (`YYYY-MM-DD`) that a record is dated on; null where there is none. */
  daysOf(rn: string): Promise<{ first: string; last: string } | null> {
    return daysOf(this.store, rn);
  }

  /**
   * Transactions whose document date lies between two days (`YYYY-MM-DD`), both included.
   * @param choice which records these are, where it is not the dates alone
   */
  period(rn: string, from: string, till: string, choice: PeriodChoice = {}): Promise<Period> {
    return openPeriod({ ...this.source, rn, from, till, ...choice });
  }

  /** What the fiscal receipts dated between two days (`YYYY-MM-DD`), both included, sum up to. */
  turnover(rn: string, from: string, till: string): Promise<Turnover> {
    return turnoverBetween(this.store, rn, from, till);
  }

  /** Turnover of each day with fiscal receipts (`YYYY-MM-DD`), minor units. */
  async totalByDay(rn: string): Promise<[day: string, total: number][]> {
    const rows = await this.store.select<{ day: string; total: number }>(
      `SELECT day, sum(total) AS total FROM days WHERE register = $register GROUP BY day
       HAVING sum(receipts) > 0 ORDER BY day`,
      { register: this.idOf(rn) },
    );
    return rows.map(({ day, total }) => [day, total]);
  }

  /** Records that match a query (doc 2, GET /find). */
  find(query: FindQuery): Promise<FindResult> {
    return findRecords(this.source, query);
  }

  /** Resolves when nothing is being written. */
  idle(): Promise<void> {
    return this.writer.idle();
  }

  /** Waits for what is being written, then closes the file. */
  async close(): Promise<void> {
    await this.idle();
    await this.store.close();
  }

  private get source() {
    const { store, lines, late } = this;
    return { store, lines, late };
  }

  private idOf(rn: string): number {
    return this.store.registers.get(rn) ?? 0;
  }
}
