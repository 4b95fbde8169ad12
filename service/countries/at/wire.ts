/** What the control page is told of an Austrian register, and what it may ask for. Times are local, `YYYY-MM-DDThh:mm:ss`. */

/** A receipt that has to be checked with the tax office. */
export interface CheckedReceiptRow {
  /** Belegnummer. */
  number: string;
  time: string;
  /** The machine-readable code, which the tax office's app reads as QR code. */
  code: string;
  /** When it was found good; null: still to be checked. */
  checked: string | null;
}

/** A signature unit. */
export interface UnitRow {
  id: string;
  /** `software`, `remote`, `card` or `till`. */
  kind: string;
  state: 'unused' | 'ready' | 'failed';
  /** Since when, milliseconds since 1970. */
  since: number;
  /** Why it failed, English; null when it has not. */
  failure: string | null;
  /** Trust provider and serial number as receipts name them; null before it was first reached. */
  zda: string | null;
  serial: string | null;
}

/** `GET /control/country`. */
export interface AustriaOverview {
  /** Kassen-ID; null when TL and TT cannot be one. */
  registerId: string | null;
  /** `new` before the start receipt, `closed` after the closing receipt. */
  state: 'new' | 'running' | 'outage' | 'closed';
  /** Sales become training receipts (Fiscal_Test). */
  training: boolean;
  start: CheckedReceiptRow | null;
  /** Newest first. */
  annual: (CheckedReceiptRow & { year: string })[];
  /** The year whose annual receipt waits for a signature unit. */
  annualDue: string | null;
  /** First receipt of an outage without collective receipt; reported to the tax office when it is longer than 48 hours. */
  outage: { since: string; mustBeReported: boolean } | null;
  closed: string | null;
  /** Check value of the AES key, for typing it in; null when there is no key. */
  keyCheck: string | null;
  /** The key that the register began with is on this machine. */
  keyPresent: boolean;
  units: UnitRow[];
  /** Last export of the DEP without a gap, and the last day for the next one. */
  dep: { till: string | null; due: string | null };
}

/** Bodies of `POST /control/country/{action}`, by action. */
export interface AustriaActions {
  /** Makes the start receipt now, instead of before the first sale. Result null. */
  start: Record<string, never>;
  /** A zero receipt, as auditors ask for it. Result null. */
  zero: Record<string, never>;
  /** Takes the register out of operation for ever. Result null. */
  close: { /** Kassen-ID, typed in by whoever means it. */ registerId: string };
  /** Makes the AES key of a register without start receipt, so that it can be registered first. Result null. */
  'create-key': Record<string, never>;
  /** The AES key, for registering by hand; who looked is journaled. Result {@link ShownKey}. */
  'show-key': Record<string, never>;
  /** Enters the AES key of a register that was restored on another machine. Result null. */
  'enter-key': { key: string };
  /** The tax office has found a start or annual receipt good. Result null. */
  checked: { /** `start` or the year of an annual receipt. */ receipt: string };
}

/** Result of `show-key`. */
export interface ShownKey {
  /** 44 characters of base64. */
  key: string;
  /** 4 characters. */
  check: string;
}
