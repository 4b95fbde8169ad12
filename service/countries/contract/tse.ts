/** The technical security devices (TSE) of the installation, as countries use them. */
import type {
  Tse,
  TseCredentials,
  TseFailure,
  TseIdentity,
  TseModel,
  TseSetUp,
  TseState,
} from '../../devices/tse/contract.ts';

export type {
  OpenTransaction,
  Signed,
  TimeFormat,
  TransactionLogs,
  TransactionName,
  TransactionStep,
  TseCredentials,
  TseExport,
  TseExportFilter,
  TseFailure,
  TseIdentity,
  TseOutcome,
  TseSetUp,
  TseState,
  TseTrouble,
} from '../../devices/tse/contract.ts';

/**
 * A TSE that was set up. Whatever it is asked comes one after the other, whoever asks, but for receipts
 * where it takes several; a message of a receipt that would have to wait too long behind something else
 * is not asked (`busy`).
 */
export interface TseUnit extends Omit<Tse, 'close'> {
  /** Name that the installation has given it; it never changes. */
  readonly id: string;
  /** Kind ({@link TseModels}), and what it is called. */
  readonly model: string;
  readonly product: string;
  /** For tests and demos: what it signs is no receipt of a shop. */
  readonly isTest: boolean;
  /** How many receipts it may be asked for side by side; 1: one after the other. */
  readonly together: number;
  /** Who it is; null before it was reached once. Known over restarts. */
  readonly identity: TseIdentity | null;
  /** What it said of itself last, and when, ms since 1970; null before. */
  readonly seen: { at: number; state: TseState } | null;
  /** Why it cannot sign now, since when; null when it can, as far as is known. It is not asked for signatures before `nextTry`. */
  readonly failure: (TseFailure & { since: number; nextTry: number }) | null;
  /** {@link Tse.find} for a receipt that waits: `busy` when it takes longer than a receipt may (`Fiscal_Timeout`). */
  findSoon: Tse['find'];
}

/** The TSEs of the installation. */
export interface Tses {
  /** In order of preference: the first one that can sign, signs. */
  readonly units: readonly TseUnit[];
  /** Kinds that can be set up. */
  readonly models: readonly Pick<TseModel, 'name' | 'product' | 'isTest' | 'settings' | 'credentials'>[];
  /**
   * Takes a TSE into use, behind those that are there. Nothing is asked of it.
   * @returns its id
   */
  add(
    model: string,
    settings: Readonly<Record<string, string>>,
    credentials: TseCredentials,
  ): Promise<string>;
  /** Lets go of a TSE; its log messages are copied before, where it still answers, and stay in it. */
  remove(id: string): Promise<void>;
  /** Puts a TSE in front of the others. */
  prefer(id: string): Promise<void>;
  /** Remembers PINs, PUKs and settings: those that somebody has typed in, and those that a TSE has made. */
  learn(id: string, made: TseSetUp): Promise<void>;
  /** Looks after those that failed or have not been asked for long: time, self test, state. Never rejects. */
  tend(client: string): Promise<void>;
  /** How the last backup of a TSE came out; null before there was one. */
  backupOf(id: string): TseBackup | null;
  /** All log messages that are kept, those that are still in the TSEs copied anew. */
  archives(): Promise<TseArchive[]>;
  /** What this machine lends to other tills; null where it lends nothing (`SignServer`). */
  readonly lending?: TseLender | null;
  /** A day was closed: with `TSE_BackupDelete` log messages are copied and deleted. */
  closed(): void;
}

/** Lends TSEs to other tills, which ask with a password. */
export interface TseLender {
  /** Without one nobody is served. */
  readonly hasPassword: boolean;
  /** Takes another one, or none (empty). False: it is too short or too long, and nothing was changed. */
  setPassword(password: string): Promise<boolean>;
}

/** A backup. */
export interface TseBackup {
  /** Milliseconds since 1970. */
  at: number;
  /** What was wrong, English; null when it is whole and verified. */
  failure: string | null;
}

/** Log messages as a TAR file on disk. */
export interface TseArchive {
  name: string;
  /** Bytes. */
  size: number;
  content: () => AsyncIterable<Buffer>;
}
