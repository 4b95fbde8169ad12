/** The technical security devices (TSE) of the installation, as countries use them. */
import type { Tse, TseFailure, TseIdentity, TseState } from '../../devices/tse/contract.ts';

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
  TseState,
  TseTrouble,
} from '../../devices/tse/contract.ts';

/** A TSE that was set up. Whatever it is asked comes one after the other, whoever asks. */
export interface TseUnit extends Omit<Tse, 'close'> {
  /** Name that the installation has given it; it never changes. */
  readonly id: string;
  /** Kind ({@link TseModels}), and what it is called. */
  readonly model: string;
  readonly product: string;
  /** For tests and demos: what it signs is no receipt of a shop. */
  readonly isTest: boolean;
  /** Who it is; null before it was reached once. Known over restarts. */
  readonly identity: TseIdentity | null;
  /** What it said of itself last, and when, ms since 1970; null before. */
  readonly seen: { at: number; state: TseState } | null;
  /** Why it cannot sign now, since when; null when it can, as far as is known. It is not asked for signatures before `nextTry`. */
  readonly failure: (TseFailure & { since: number; nextTry: number }) | null;
}

/** The TSEs of the installation. */
export interface Tses {
  /** In order of preference: the first one that can sign, signs. */
  readonly units: readonly TseUnit[];
}
