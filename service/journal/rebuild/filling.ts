/** Fills a database that is being rebuilt. */
import type { Cfg } from '../../receipt/cfg.ts';
import { sumsOf, type Sums } from '../../receipt/sums.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import { toRow, type Row } from '../row.ts';
import { DamagedFileError } from '../segments/damaged.ts';
import type { PlacedLine } from '../segments/read.ts';
import type { Store } from '../store.ts';

/** A register that was rebuilt. */
export interface RebuiltRegister {
  rn: string;
  /** Number of records; also the last SQ. */
  records: number;
  /** Time of the last record. */
  lastAt: string;
  /** Fiscal number of the last document that has one. */
  lastFN: string | null;
  /** Records at the end that were in the old database and not in the files. */
  fromOld: number;
  /** What was left out of the files, in words. */
  leftOut: string[];
}

/** Records, and letters of their lines, of a commit. */
const [BATCH, BATCH_LENGTH] = [500, 4_000_000];

/** Commits one after the other. The next records are read while those before them are written. */
export class Writes {
  private readonly store: Pick<Store, 'commit'>;
  private last: Promise<void> = Promise.resolve();

  constructor(store: Pick<Store, 'commit'>) {
    this.store = store;
  }

  /** Resolves when the commit before is done; rejects when that one failed. */
  async commit(rows: readonly Row[]): Promise<void> {
    await this.last;
    this.last = this.store.commit(rows);
    // Whoever comes next hears of a failure.
    this.last.catch(() => undefined);
  }

  /** Resolves when all is written; rejects when it failed. */
  async end(): Promise<void> {
    await this.last;
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.last.catch(() => undefined);
  }
}

/** Fills one register with its records in order. */
export class Filling {
  readonly register: RebuiltRegister;
  lastLine = '';
  private readonly writes: Writes;
  private readonly digitsOf: (cfg: Cfg) => number;
  private digits = 2;
  private rows: Row[] = [];
  private length = 0;

  /** @param digitsOf digits of the currency of a configuration */
  constructor(writes: Writes, rn: string, digitsOf: (cfg: Cfg) => number) {
    this.writes = writes;
    this.digitsOf = digitsOf;
    this.register = { rn, records: 0, lastAt: '', lastFN: null, fromOld: 0, leftOut: [] };
  }

  /** Takes the next record, whose line is known to be as Tillmark writes it. Returns a promise when some are given to the database. */
  take({ record, changes, text, place }: PlacedLine): Promise<void> | null {
    this.digits = this.digitsFrom(record) ?? this.digits;
    this.rows.push(toRow({ record, changes, sums: sumsIn(record, this.digits, place) }, text));
    this.length += text.length;
    this.lastLine = text;
    this.register.records++;
    this.register.lastAt = record.D;
    this.register.lastFN = record.ESR?.FN ?? this.register.lastFN;
    return this.rows.length < BATCH && this.length < BATCH_LENGTH ? null : this.write();
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    await this.write();
    await this.writes.end();
  }

  private async write(): Promise<void> {
    const { rows } = this;
    [this.rows, this.length] = [[], 0];
    if (rows.length > 0) await this.writes.commit(rows);
  }

  /** Digits of the currency from a configuration on; null for other records. */
  private digitsFrom(record: JournalRecord): number | null {
    if (record._ !== 'Cfg' || !isTree(record.Cfg)) return null;
    const { Cmp } = record.Cfg;
    return isTree(Cmp) && typeof Cmp.Ctry === 'string' ? this.digitsOf(record.Cfg as unknown as Cfg) : null;
  }
}

function sumsIn(record: JournalRecord, digits: number, place: string): Sums | null {
  try {
    return sumsOf(record, digits);
  } catch (error) {
    throw new DamagedFileError(`${place} has an amount that is none (${(error as Error).message})`);
  }
}
