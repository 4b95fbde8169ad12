/**
 * Technical security devices (TSE, KassenSichV, BSI TR-03153) as the house sees them,
 * whatever they are: a stick, a printer, a service in the shop or in the cloud. A TSE
 * numbers transactions and signs each message about them; what it has signed stays signed.
 * Times are milliseconds since 1970, signatures and keys base64, serials small hex.
 */
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';

/** How a TSE writes times into its logs (DSFinV-K, TSE_ZEITFORMAT). */
export type TimeFormat =
  'unixTime' | 'utcTime' | 'utcTimeWithSeconds' | 'generalizedTime' | 'generalizedTimeWithMilliseconds';

/** What is in the way, in plain terms. */
export type TseTrouble =
  /** Never reached: nothing was signed. */
  | 'unreachable'
  /** It was asked and did not answer, or the line broke: only the TSE knows. */
  | 'no-answer'
  /** Its answer cannot be read. */
  | 'unreadable'
  /** Another command or another till has it. */
  | 'busy'
  | 'not-initialised'
  | 'time-not-set'
  | 'self-test-due'
  | 'self-test-failed'
  /** It wants an access that there is none of: token, API key, login of a service. */
  | 'unauthorised'
  | 'wrong-pin'
  | 'blocked-pin'
  | 'wrong-puk'
  | 'blocked-puk'
  | 'client-unknown'
  | 'client-limit'
  | 'transaction-unknown'
  | 'transaction-limit'
  | 'signatures-exhausted'
  | 'store-full'
  | 'certificate-expired'
  /** Taken out of service for good. */
  | 'disabled'
  | 'defective'
  | 'export-running'
  | 'export-too-large'
  /** Data that are to be deleted were not exported, or transactions are open. */
  | 'not-exported'
  /** This kind of TSE cannot do it. */
  | 'unsupported'
  /** Anything else; `text` has its words. */
  | 'refused';

/** A trouble with what is known of it. */
export interface TseFailure {
  trouble: TseTrouble;
  /** English, for the log and the page; no secrets. */
  text: string;
  /** Tries that are left before a PIN or PUK is blocked, where it tells. */
  triesLeft?: number;
  /** Not before so many milliseconds it wants to be asked again. */
  retryAfterMs?: number;
}

/** What became of something that the TSE was asked. */
export type TseOutcome<T> =
  | { outcome: 'done'; result: T }
  /** Nothing was signed. */
  | { outcome: 'not-done'; failure: TseFailure }
  /** Perhaps it was signed: {@link Tse.find} or {@link Tse.open} tells. */
  | { outcome: 'unknown'; failure: TseFailure };

/** Who a TSE is: what receipts and exports name it by. Its key may be certified anew; with another key it is another TSE. */
export interface TseIdentity {
  /** SHA-256 of the public key point, 64 small hex digits. */
  serial: string;
  /** Base64 of the uncompressed point `04 X Y`. */
  publicKey: string;
  /** As in the QR code: `ecdsa-plain-SHA256`. */
  algorithm: string;
  timeFormat: TimeFormat;
  /** How process data are encoded in its logs. */
  encoding: 'UTF-8' | 'ASCII';
  /** DER in base64: the certificate of the TSE, then those of its issuers; empty where it tells none. */
  certificates: readonly string[];
  /** Its maker says that it is one for tests: what it signs is no receipt of a shop. */
  isTest?: true;
}

/** How a TSE stands; null where it does not tell. */
export interface TseState {
  /** Null before it was initialised. */
  identity: TseIdentity | null;
  initialisation: 'uninitialised' | 'initialised' | 'disabled';
  /** What it calls itself, with its version. */
  description: string;
  /** False: nothing is signed before {@link Tse.setTime}. */
  timeSet: boolean | null;
  /** False: nothing is signed before {@link Tse.selfTest}. */
  selfTestPassed: boolean | null;
  /** By when the next self test is due. */
  selfTestDue: number | null;
  /** First day without signatures, `YYYY-MM-DD`. */
  certificateExpires: string | null;
  /** Clients that may sign. */
  clients: readonly string[] | null;
  mostClients: number | null;
  openTransactions: number | null;
  mostOpenTransactions: number | null;
  /** Signatures made so far, and how many there can be. */
  signatures: number | null;
  mostSignatures: number | null;
  /** Bytes of its store. */
  storeUsed: number | null;
  storeSize: number | null;
  /** The last signature counter and transaction number given. */
  signatureCounter: number | null;
  lastTransaction: number | null;
  /** PINs that are blocked until they are set anew with the PUK. */
  blocked: readonly ('admin' | 'time')[];
}

/** A message of a transaction that the TSE has signed. */
export interface Signed {
  /** Serial of the TSE that signed. */
  serial: string;
  transaction: number;
  /** Signature counter of this message. */
  counter: number;
  /** Log time of this message. */
  time: number;
  /** Plain R|S, base64. */
  signature: string;
}

/** A transaction, as the house names it. */
export interface TransactionName {
  /** Client id: serial of the recording system, printable ASCII, at most 30 characters. */
  client: string;
  /** UUID that the house has given it before it was started; clouds know it by that. */
  reference: string;
  /** Number that the TSE has given it; null while that is not known. */
  transaction: number | null;
}

/** A message for an open transaction. */
export interface TransactionStep extends TransactionName {
  transaction: number;
  /** The how-manieth message of the transaction: the start is 1. Null where nobody knows; the driver finds out then. */
  revision: number | null;
  processType: string;
  /** As it is to be signed. */
  processData: string;
}

/** A transaction that was started and not finished. */
export interface OpenTransaction {
  transaction: number;
  /** Null where the TSE does not keep it. */
  reference: string | null;
  /** When it was started, where it tells. */
  started: number | null;
}

/** What a TSE has signed about a transaction; null for what has not happened, or what it cannot tell. */
export interface TransactionLogs {
  transaction: number;
  state: 'open' | 'finished';
  start: Signed | null;
  finish: (Signed & { processType: string; processData: string }) | null;
}

/** Which logs an export has; all of them without any bound. Bounds are inclusive. */
export interface TseExportFilter {
  client?: string;
  transactions?: { from: number; till: number };
  times?: { from: number; till: number };
}

/** An export on its way. */
export interface TseExport {
  /** The TAR file, in pieces; rejects with {@link TseBroken} when the TSE gives up. Must be read to its end or returned. */
  content: AsyncIterable<Buffer>;
}

/** An export that broke off. */
export class TseBroken extends Error {
  readonly failure: TseFailure;

  constructor(failure: TseFailure) {
    super(failure.text);
    this.failure = failure;
  }
}

/** PINs and PUKs; missing where the TSE has none, or they were never set. */
export interface TseCredentials {
  adminPin?: string;
  adminPuk?: string;
  timePin?: string;
  timePuk?: string;
}

/** What was found out or made while a TSE was initialised, and has to be kept. */
export interface TseSetUp {
  /** PINs and PUKs that are valid from now on. */
  credentials: TseCredentials;
  /** Settings that were not known before, e.g. the id of a TSS. */
  settings: Readonly<Record<string, string>>;
}

/**
 * A driver. Nothing rejects; every call ends within the time limits of its options.
 * One thing is asked at a time ({@link TseOptions}; whoever uses it sees to that). A driver
 * logs in by itself with the credentials, and never tries a PIN again that was refused once.
 */
export interface Tse {
  state(): Promise<TseOutcome<TseState>>;
  /**
   * Brings an uninitialised TSE into service: PUKs, PINs, time, self test. Done already: done.
   * @param keep hears what has to be kept before the next step is taken; resolves when that is on disk
   * @param client the first one that will sign, for TSEs whose self test wants one
   */
  setUp(keep: (made: TseSetUp) => Promise<void>, client: string): Promise<TseOutcome<null>>;
  registerClient(client: string): Promise<TseOutcome<null>>;
  deregisterClient(client: string): Promise<TseOutcome<null>>;
  /** Sets its clock; nothing to do where it has its own. */
  setTime(): Promise<TseOutcome<null>>;
  /** May take two minutes. Nothing to do where there is none. */
  selfTest(client: string): Promise<TseOutcome<null>>;
  /**
   * Sets a PIN anew with its PUK, both as they are given, else those of the credentials. Without
   * a PUK nothing is asked: each wrong one counts.
   */
  unblock(user: 'admin' | 'time', given?: TseCredentials): Promise<TseOutcome<null>>;
  /** Takes it out of service for good; logs can still be exported. */
  disable(): Promise<TseOutcome<null>>;

  /** Starts a transaction. */
  start(name: Pick<TransactionName, 'client' | 'reference'>): Promise<TseOutcome<Signed>>;
  /** Signs an intermediate state. */
  update(step: TransactionStep): Promise<TseOutcome<Signed>>;
  /** Ends a transaction; one that became nothing is ended with `AVBelegabbruch`. */
  finish(step: TransactionStep): Promise<TseOutcome<Signed>>;
  /** Open transactions of a client. */
  open(client: string): Promise<TseOutcome<readonly OpenTransaction[]>>;
  /**
   * What it has signed about a transaction, after a lost answer. Null: it knows of none
   * (one without a number that it knows by numbers alone is null too: {@link open} tells).
   */
  find(name: TransactionName): Promise<TseOutcome<TransactionLogs | null>>;

  /** Log messages as TAR file; only one at a time. */
  export(filter: TseExportFilter): Promise<TseOutcome<TseExport>>;
  /** Deletes what the last whole export has, which must be on disk and read back by then. */
  deleteExported(): Promise<TseOutcome<null>>;
  /** Lets go of what it holds: connections, files. */
  close(): Promise<void>;
}

/** PINs that a TSE has refused, by user. They are not tried again: some wrong ones block it, also over restarts. */
export interface RefusedPins {
  get(user: string): string | undefined;
  set(user: string, pin: string): unknown;
  /** PINs were set anew, or taken. */
  clear(): void;
}

/** What a driver is opened with. */
export interface TseOptions {
  /** By {@link TseSetting.name}. */
  settings: Readonly<Record<string, string>>;
  /** As they are now. */
  credentials: () => TseCredentials;
  /** Known over restarts; missing: as long as the driver lives. */
  refused?: RefusedPins;
  /** Longest time for a message of a transaction, ms. */
  timeoutMs: number;
  /** A folder of its own for what it has to remember. */
  folder: string;
  clock: Clock;
  log: Log;
}

/** Something that has to be known to reach a TSE. */
export interface TseSetting {
  /** Camel case, e.g. `apiKey`; the page has its words at `tse.settings.<name>`. */
  name: string;
  /** Shown to nobody once it is stored. */
  secret?: true;
  /** Left empty where it need not be known. */
  optional?: true;
  /** What it is unless told otherwise. */
  standard?: string;
}

/** A place where a TSE may be. */
export interface FoundTse {
  /** Name of a {@link TseModel}. */
  model: string;
  /** Settings that reach it. */
  settings: Readonly<Record<string, string>>;
  /** What it says of itself, for people. */
  text: string;
}

/** A kind of TSE that there is a driver for. */
export interface TseModel {
  /** As settings name it: `software`, `fiskaly`. */
  name: string;
  /** Product, for people. */
  product: string;
  /** For tests and demos only: what it signs is no receipt of a shop. */
  isTest?: true;
  /** The computer may cut its power when nobody asks it: it is asked every `TSE_KeepAlive` seconds. */
  fallsAsleep?: true;
  /** How many receipts it may be asked for side by side; one after the other where missing. */
  together?: number;
  settings: readonly TseSetting[];
  /** Which PINs and PUKs it has, with their length in characters. */
  credentials: Readonly<Partial<Record<keyof TseCredentials, { least: number; most: number }>>>;
  open(options: TseOptions): Tse;
  /**
   * Looks for such TSEs; missing where they cannot be found by looking. Ends by itself, soon after the signal.
   * @param where.mounts folders to look into (`TSE_MountPoint`)
   * @param where.addresses `host:port` to try (`TSE_PortScan`)
   */
  find?(where: {
    mounts: readonly string[];
    addresses: readonly string[];
    signal: AbortSignal;
  }): Promise<FoundTse[]>;
}
