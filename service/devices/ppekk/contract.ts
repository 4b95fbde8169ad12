/**
 * Certified cash register programs of Slovakia (PPEKK) with protected storage (CHDÚ), behind a web
 * service on this machine or the shop's network: they number, sign, tell eKasa and print.
 */

/** A position. Amounts and rates are decimal texts. */
export interface PpekkItem {
  /** As in the interface of eKasa. */
  type: 'K' | 'VO' | 'V' | 'O' | 'Z' | 'OZ' | 'VP';
  name: string;
  /** Without sign, four decimals. */
  quantity: string;
  /** Of the whole line, two decimals. */
  price: string;
  /** `23.00`. */
  rate: string;
  /** UID or OKP of what is taken back. */
  reference?: string;
  regulation?: string;
  seller?: { id: string; type: string };
  voucher?: string;
}

/** A document to register. Sent again after a lost answer it is looked for by its id first. */
export interface PpekkDocument {
  /** Name of the document that no other one ever has, at most 36 characters. */
  id: string;
  type: 'PD' | 'ND' | 'UF' | 'VK' | 'VY';
  /** Total, two decimals. */
  amount: string;
  /** Number of the invoice that is paid. */
  invoice?: string;
  /** A receipt that was written by hand: number and local time. */
  paragon?: { number: number; at: string };
  items: readonly PpekkItem[];
  /** Names and amounts of payments. */
  payments: readonly (readonly [name: string, amount: string])[];
  /** False: printed only where the storage cannot reach eKasa. */
  print: boolean;
}

/** What a document has become. */
export interface PpekkRegistered {
  /** Code of the register, 16 or 17 digits. */
  code: string;
  /** Number in the month. */
  number: number;
  /** Local time of creation, `YYYY-MM-DDThh:mm:ss`. */
  created: string;
  okp: string;
  /** Base64. */
  pkp: string;
  /** Null: eKasa has not answered; the program tells it later by itself. */
  uid: string | null;
  /** What the storage's program warns of; English or Slovak. */
  warning: string | null;
}

/** Whose storage it is. */
export interface PpekkOwner {
  /** DIČ. */
  dic: string;
  code: string;
}

/** What is in the way, in plain terms. */
export interface PpekkFailure {
  trouble: 'unreachable' | 'no-answer' | 'unreadable' | 'refused';
  /** English, with the words of the program. */
  text: string;
}

/** What became of something that it was asked. */
export type PpekkOutcome<T> =
  | { outcome: 'done'; result: T }
  | { outcome: 'not-done'; failure: PpekkFailure }
  /** Only the storage knows. */
  | { outcome: 'unknown'; failure: PpekkFailure };

/** A program with its storage. Nothing rejects; every call ends within its time limit. */
export interface Ppekk {
  /** Registers and prints a document. What it refuses may be stored all the same: look for it. */
  register(document: PpekkDocument): Promise<PpekkOutcome<PpekkRegistered>>;
  /** A document by its id; null when the storage can be read and has none. */
  find(
    document: Pick<PpekkDocument, 'id' | 'type' | 'amount'>,
  ): Promise<PpekkOutcome<PpekkRegistered | null>>;
  owner(): Promise<PpekkOutcome<PpekkOwner>>;
}

/** Opens a program. @param url such as `http://localhost:13083` @param timeoutMs longest time for a message */
export type OpenPpekk = (url: string, timeoutMs: number) => Ppekk;
