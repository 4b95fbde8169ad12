/** What the control page is told of an Austrian register, and what it may ask for. Times are local, `YYYY-MM-DDThh:mm:ss`. */
import type { Advice } from './finanzonline/texts.ts';
import type { SetName } from './rksv/machine-code.ts';

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

/** Something that the tax office has to be told, or asked, through FinanzOnline. */
export interface ReportRow {
  /** `unit SERIAL`, `register`, `start`, `annual YEAR`, `outage SERIAL`, `return SERIAL` or `retirement`. */
  id: string;
  kind: 'unit' | 'register' | 'start' | 'annual' | 'outage' | 'return' | 'retirement';
  /** What it is about: serial number of a certificate, Kassen-ID or Belegnummer. */
  subject: string;
  /** `waiting`: another one has to be done before; `due`: now; `failed`: tried and not done; `done`. */
  state: 'waiting' | 'due' | 'failed' | 'done';
  /** Last day that the law allows, `YYYY-MM-DD`; null when there is none. */
  lastDay: string | null;
  /** When it was done; null before. */
  done: string | null;
  /** Somebody said that it was done in the portal or with the app of the tax office. */
  byHand: boolean;
  /** Why the last try failed; null when it did not. */
  failure: ReportFailure | null;
}

/** Why FinanzOnline did not do what it was asked for. */
export interface ReportFailure {
  at: string;
  /** Return code of FinanzOnline, or a word where nobody of FinanzOnline answered (`finanzonline/access.ts`). */
  code: string;
  /** English, with FinanzOnline's own words. */
  text: string;
  /** What FinanzOnline itself says, German; may be empty. */
  message: string;
  /** What can be done: name of a text of `resources/locales/finanzonline`, `advice`. */
  advice: Advice;
  /** The next try by itself; null when somebody has to do something first. */
  nextTry: string | null;
}

/** Access to FinanzOnline, the tax office's web service. */
export interface FinanzOnlineAccount {
  /**
   * `none`: no login was entered, everything is reported by hand. `test`: requests
   * are marked as tests and mean nothing to the tax office.
   */
  mode: 'none' | 'test' | 'production';
  /** Names of the login; null without one. The PIN is never told. */
  login: { participant: string; user: string; producer: string } | null;
  /** Why the login is refused; null when it is not. */
  failure: ReportFailure | null;
  /** Why the login that was entered last is not kept; null when it is, and after a restart. */
  notKept: ReportFailure | null;
  /** VAT ID of the maker of the program in force; null when FinanzOnline would not take it. */
  producer: string | null;
  /** In the order in which they have to be done; those that are done are kept. */
  reports: ReportRow[];
}

/** A tax group with the percentage in use. Percentages are decimal texts, days `YYYY-MM-DD`. */
export interface TaxRow {
  /** A to E. */
  group: string;
  /** The sum of the machine-readable code that its turnover counts in. */
  set: SetName;
  /** Percentage in use today. */
  rate: string;
  /** What the receipt format says. */
  specified: string;
  /** First day of the percentage in use; null when it always was. */
  from: string | null;
  /** The next percentage that is set; null when there is none. */
  next: { rate: string; from: string } | null;
}

/** An outage of at most 48 hours is nobody's concern (`early`); one that is longer is to be reported (`due`), or was (`done`). */
export type OutageReport = 'early' | 'due' | 'done';

/** `GET /control/country`. */
export interface AustriaOverview {
  /** Kassen-ID; null when TL and TT cannot be one. */
  registerId: string | null;
  /** `new` before the start receipt, `closed` after the closing receipt. */
  state: 'new' | 'running' | 'outage' | 'closed';
  /** Sales of before the start receipt, which are in no DEP; null when there are none. */
  unsigned: { count: number; since: string; last: string } | null;
  /** Sales become training receipts (Fiscal_Test). */
  training: boolean;
  start: CheckedReceiptRow | null;
  /** Newest first. */
  annual: (CheckedReceiptRow & { year: string })[];
  /** The year whose annual receipt waits for a signature unit. */
  annualDue: string | null;
  /** First receipt of an outage without collective receipt. */
  outage: { since: string; report: OutageReport } | null;
  closed: string | null;
  /** Time of the last receipt while the clock is so far behind it that nothing is sold; else null. */
  clockStop: string | null;
  /** Check value of the AES key, for typing it in; null when there is no key. */
  keyCheck: string | null;
  /** The key that the register began with is on this machine. */
  keyPresent: boolean;
  units: UnitRow[];
  finanzOnline: FinanzOnlineAccount;
  /** Last export of the DEP without a gap, and the last day for the next one. */
  dep: { till: string | null; due: string | null };
  taxes: TaxRow[];
  /** Percentages of the law without a group, in force or to come: they count when a till sends them. */
  otherRates: { rate: string; from: string | null }[];
}

/** Bodies of `POST /control/country/{action}`, by action. */
export interface AustriaActions {
  /** Makes the start receipt now, instead of before the first sale. Result null. */
  start: Record<string, never>;
  /** A zero receipt, as auditors ask for it. Result null. */
  zero: Record<string, never>;
  /** Takes the register out of operation for ever. Result null. */
  close: { /** Kassen-ID, typed in by whoever means it. */ registerId: string };
  /** The clock is right and the last receipt's was wrong: the next one has the clock's time. Result null. */
  clock: Record<string, never>;
  /** Makes the AES key of a register without start receipt, so that it can be registered first. Result null. */
  'create-key': Record<string, never>;
  /** The AES key, for registering by hand; who looked is journaled. Result {@link ShownKey}. */
  'show-key': Record<string, never>;
  /** Enters the AES key of a register that was restored on another machine. Result null. */
  'enter-key': { key: string };
  /** The tax office has found a start or annual receipt good. Result null. */
  checked: { /** `start` or the year of an annual receipt. */ receipt: string };
  /**
   * Enters the web service user of the company, after a login with it; why it is
   * not kept stands in {@link FinanzOnlineAccount.notKept}. An empty PIN keeps the
   * one that is known of the same user. Result null.
   */
  'set-login': {
    /** Teilnehmer-Identifikation, 8 to 12 letters and digits. */
    participant: string;
    /** 8 to 12 letters and digits, at least one of each. */
    user: string;
    /** 8 to 128 characters. */
    pin: string;
    /** UID of the software's maker; empty for the one of this program. */
    producer: string;
    mode: 'test' | 'production';
  };
  /** Forgets the login. Result null. */
  'forget-login': Record<string, never>;
  /** Reports all that is due at once, also what was refused before. Result null; what failed is in the overview. */
  report: Record<string, never>;
  /** Sets the percentage of a tax group, from today or a later day on. Result null. */
  rate: { group: string; rate: string; from: string };
  /** Forgets all percentages that were set. Result null. */
  'reset-rates': Record<string, never>;
  /** A report was made in the portal. Result null. */
  reported: { /** Id of a {@link ReportRow}. */ report: string };
}

/** Result of `show-key`. */
export interface ShownKey {
  /** 44 characters of base64. */
  key: string;
  /** 4 characters. */
  check: string;
}
