/** Backups as the control page shows them. Types only; times are local with offset. */

/** Figures of a register up to some record: what a drill compares. */
export interface Figures {
  records: number;
  /** Transactions, and how many of them take others back. */
  receipts: number;
  voids: number;
  /** Sum of their totals, decimal; of all currencies together, to be compared and nothing else. */
  total: string;
  /** Fiscal number, else terminal and number, of the last receipt; empty without one. */
  lastNumber: string;
  /** Time of the first and of the last record, local. */
  first: string;
  last: string;
  /** SHA-256 of the lines of each journal file, in order. */
  files: string[];
}

/** What came of a drill. */
export interface DrillResult {
  rn: string;
  /** Where the backups were. */
  path: string;
  started: string;
  ended: string;
  /**
   * - `sound`: every record is as it was registered; `unsound`: something is wrong, see `findings`
   * - `failed`: the backups could not be opened, or there was no room; `cancelled`: by hand
   */
  outcome: 'sound' | 'unsound' | 'failed' | 'cancelled';
  /** Figures of the backups; null where they could not be read. */
  backup: Figures | null;
  /** The same of the running register, up to the same record; null where there is none. */
  register: Figures | null;
  /** Records that were registered since the newest backup. */
  newer: number;
  /** What is wrong, in English; the first ones. */
  findings: string[];
  /** How many there are. */
  findingCount: number;
  /** Archives that were read. */
  archives: number;
  /** Archives that no installation known here has signed. */
  unknownSigner: number;
}

/** A drill that is under way. */
export interface DrillProgress {
  rn: string;
  /** - `reading`: archives are read into the scratch place; `checking`: as `npm run verify` does; `comparing`: with the register */
  step: 'reading' | 'checking' | 'comparing';
  records: number;
  total: number;
}

/** An archive in the folder of a register. */
export interface ArchiveFile {
  name: string;
  size: number;
  /** When it was written. */
  at: string;
}

/** What a folder is worth for backups. */
export interface StorageCheck {
  path: string;
  /** Why it cannot be used: not a full path, none there, in the data root, not writable; null when it can. */
  problem: 'notFull' | 'missing' | 'inside' | 'unwritable' | null;
  /** What the system said about it. */
  detail: string;
  /** Bytes that are free there; null where the system does not tell. */
  free: number | null;
  /** Bytes that backups of all registers need at most. */
  needed: number;
  /** It lies on the disk of the data root: what destroys that, destroys both. */
  sameDisk: boolean;
}

/** Answer of `GET /control/backups`. */
export interface BackupsOverview {
  /** Where they go every night; null for nowhere. */
  path: string | null;
  /** What it is worth now; null without one. */
  check: StorageCheck | null;
  /** What is being backed up; null while nothing is. */
  running: { rn: string | null; done: number; total: number } | null;
  /** Local time of the next backup that is made by itself, and its hour of the day, 0 to 23. */
  next: string;
  hour: number;
  /** Of the key that signs them. */
  fingerprint: string;
  registers: {
    rn: string;
    tried: string | null;
    success: string | null;
    lastSQ: number;
    /** Why the last attempt failed, in English. */
    error: string | null;
    /** Newest first; the first ones. */
    archives: ArchiveFile[];
    /** All of them, and what they take. */
    archiveCount: number;
    archiveBytes: number;
    drill: DrillResult | null;
  }[];
  drill: DrillProgress | null;
  /** The last restore since the start of the service. */
  restore: RestoreInfo;
}

/** An installation that nobody here knows. */
export interface UnknownSigner {
  /** See fingerprintOf. */
  Fingerprint: string;
  /** How many of the archives it has signed. */
  Archives: number;
}

/** What has to be confirmed; member `Confirm` of `GET /backup/info`. */
export interface Doubts {
  /** Stands for these backups and doubts, and for no others: sent back it confirms them. */
  Code: string;
  Signers: UnknownSigner[];
  /** Names of archives without a signature, as versions before made them. */
  Unsigned: string[];
  /** Keys that receipts are signed with and that only the backups know; names as in `cer/`. */
  Keys: string[];
  /** What the audit of the country found wrong with the receipts. */
  Findings: number;
  /** The first ones, in English. */
  Examples: string[];
}

/** How far the last restore is: body of `GET /backup/info`. */
export interface RestoreInfo {
  State: 'none' | 'checking' | 'unconfirmed' | 'restoring' | 'done' | 'failed';
  /** Register. */
  RN: string | null;
  /** Where the backups are. */
  Path: string | null;
  /** Records done in this state, of all. */
  Records: number;
  Total: number;
  /** In English; why it failed. */
  Message: string;
  /** Local time with offset. */
  Started: string | null;
  Ended: string | null;
  /** What has to be confirmed, or was; null when there is nothing. */
  Confirm: Doubts | null;
}
