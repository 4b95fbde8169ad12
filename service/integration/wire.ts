/** What the pages for POS developers ask and are told. Types only; times are local, ISO 8601. */
import type { Item } from './checklist.ts';

/** Part of a call: what was sent, or what was answered. */
export interface CallPart {
  /** Media type as it was sent; null without one. */
  type: string | null;
  /** Length of the body as it went over the line; null where nobody has read it. */
  bytes: number | null;
  /** The body as text, secrets masked; null where there was none, or it is no text. */
  text: string | null;
  /** The text is the beginning only. */
  isCut: boolean;
}

/** A call of a POS, as it is listed. */
export interface CallRow {
  /** Ascending; begins with 1 when the service starts. */
  id: number;
  at: string;
  method: string;
  /** Path and query, secrets masked. */
  target: string;
  /** Null: the POS was gone before it was answered. */
  status: number | null;
  /** Milliseconds until the answer was sent, or the POS was gone. */
  ms: number;
  /** Name of the register; null where none was found. */
  rn: string | null;
  /** `TL/TT` as far as the body says it. */
  terminal: string | null;
  rc: 'OK' | 'NO' | 'BAD' | null;
  /** Error constant of the answer. */
  code: string | null;
}

/** A call with what was sent and answered. */
export interface CallDetail extends CallRow {
  /** Network address that it came from. */
  from: string;
  userAgent: string | null;
  accept: string | null;
  request: CallPart;
  answer: CallPart;
}

/** Answer of `GET /control/requests`. */
export interface CallsOverview {
  /** False with the attribute `Log_nocalls`. */
  isOn: boolean;
  /** Newest first. */
  calls: CallRow[];
}

/** The same record in both formats. */
export interface BothFormats {
  json: string;
  xml: string;
}

/** Something to try: a request of the register's country. */
export interface TryCase extends BothFormats {
  /** Names its words in the locale files. */
  name: string;
  /** `/register`, or `/register/void` with a number as body. */
  route: 'register' | 'void';
}

/** Answer of `GET /control/try`. */
export interface TryOverview {
  /** Receipts do not count: they may be sent. Else they are only checked. */
  maySend: boolean;
  /** Cases that need a sale before them are left out until there is one. */
  cases: TryCase[];
}

/** A reason, or a note, with what to do about it. */
export interface Explained {
  /** Empty where it is a note in words alone. */
  code: string;
  /** Place in the record; empty where it is about all of it. */
  path: string;
  /** English, for the developer. */
  text: string;
  /** What the constant means and how to mend it, in English; null for notes. */
  meaning: string | null;
  fix: string | null;
  /** What the operator reads, in the language of the page; null for notes. */
  operator: string | null;
}

/** Answer of `POST /control/try/check` and `/send`. */
export interface Tried extends BothFormats {
  /** HTTP status that a POS would see. */
  status: number;
  explained: Explained[];
}

/** An item of the checklist. */
export interface ChecklistRow {
  /** Names its words in the locale files. */
  item: Item;
  /** The register cannot see it: somebody ticks it. */
  byHand: boolean;
  /** When it was shown first; null: not yet. */
  shown: string | null;
}

/** Answer of `GET /control/checklist`. */
export interface ChecklistOverview {
  /** False with the attribute `Log_nocalls`: nothing is seen then. */
  isOn: boolean;
  items: ChecklistRow[];
}
