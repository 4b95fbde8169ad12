/** Exports of a country. */
import type { RecordTypes } from '../../receipt/record-types.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { CountryContext, CountryServices } from './services.ts';
import type { State } from './state.ts';
import type { StateChange } from './work.ts';

/** The records of one register, for exports. */
export interface ExportSource {
  rn: string;
  /** The configuration in force. */
  cfg: Cfg;
  state: State;
  /**
   * Transactions whose document date lies in the period, in the order of registration, page by page;
   * for an export whose records are a chain, the part of it ({@link CountryExport.chained}); those
   * that the country names ({@link CountryExport.records}).
   */
  pages(): AsyncIterable<JournalRecord[]>;
  /** A record as it stood when the export began; null when there is none. */
  record(sq: number): Promise<JournalRecord | null>;
  /** The void that took a receipt back as a whole, null when there is none. */
  voidOf(record: JournalRecord): Promise<JournalRecord | null>;
}

/** Sequence numbers, both ends included. */
export interface SqRange {
  first: number;
  last: number;
}

/** What to export. */
export interface ExportScope {
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  till: string;
  comment: string | undefined;
  /** With the day that is not closed yet, where that makes a difference ({@link CountryExport.hasOpenDay}). */
  open: boolean;
  /** A folder for what has to be kept until its turn in the archive has come; nothing stays in it. */
  folder: string;
  /** Registers of one company. */
  sources: readonly ExportSource[];
  /** All registers of the company, not one alone. */
  whole: boolean;
  /** Called now and then with the number of records read so far. */
  progress(records: number): void;
}

/** A file of an export, streamed. */
export interface ExportFile {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** An export of a country. */
export interface CountryExport {
  /** Name of the archive, e.g. `export.zip`. */
  archive: string;
  /**
   * Keys of all state entries that the export reads of a record, where they are
   * few and it reads no others: the state need not be in memory as a whole then.
   */
  stateKeys?(record: JournalRecord): readonly string[];
  /**
   * Records of a register are a chain: the export has all from the first to the last
   * one of the period, whatever their dates are, and what was registered in it.
   */
  chained?: true;
  /** Types of the records it reads; transactions alone unless told otherwise. */
  types?: RecordTypes;
  /** It is always one file, which goes out as it is, under the name of the archive. */
  single?: true;
  /** It is about no period: any day makes the same file. */
  timeless?: true;
  /** The law wants it of each month: without days it is about the calendar month before this one, others about all there is. */
  monthly?: boolean;
  /** May be asked for with the day that is not closed yet (doc 2, `open`). */
  hasOpenDay?: true;
  /**
   * The records of a register that the export is about, where days do not say it; null for none.
   * @param asked.lastSq last record of the register
   */
  records?(
    state: State,
    asked: { from: string; till: string; open: boolean; lastSq: number },
  ): SqRange | null;
  /**
   * The periods that files are about, where the law does not let a file be about the
   * whole one; each gets files of its own, those without records none. `today` is `YYYY-MM-DD`.
   */
  periods?(from: string, till: string, today: string): readonly { from: string; till: string }[];
  /** The period in words when it cannot be exported as asked. */
  check?(from: string, till: string): Issue[];
  /** What the export is made of and what this installation does not have, whatever the period is. */
  lacks?(services: Pick<CountryServices, 'tses'>): Promise<Issue[]>;
  files(scope: ExportScope, context: Omit<CountryContext, 'cfg'>): AsyncIterable<ExportFile>;
}

/** What a country exports. */
export interface CountryExports {
  /** Exports by type (doc 2, "Export types"). */
  exports?: Readonly<Record<string, CountryExport>>;
  /** The one of them that `GET /control/export` makes of a company, with the other machines of its shop. */
  companyExport?: string;
  /** Names of the entries of the vault that exports read, none of them secret: a portal that makes exports may know them. */
  exportValues?: readonly string[];
  /** What to remember of an export that came to its end; days are `YYYY-MM-DD`. */
  exported?(period: { type: string; from: string; till: string }, context: CountryContext): StateChange;
}
