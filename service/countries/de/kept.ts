/**
 * What a German record keeps besides the receipt and `Fis`, under {@link JournalRecord}.Kept:
 * what exports and audits need, and no till is told. Amounts are in the receipt itself.
 */
import type { Cfg } from '../../receipt/cfg.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { TseIdentity } from '../contract/tse.ts';

/** Kinds of business process (DSFinV-K, BON_TYP). */
export const BON_TYPES = [
  'Beleg',
  'AVTransfer',
  'AVBestellung',
  'AVTraining',
  'AVBelegabbruch',
  'AVSachbezug',
  'AVRechnung',
  'AVSonstige',
] as const;

/** See {@link BON_TYPES}. */
export type BonType = (typeof BON_TYPES)[number];

/** What is signed (DSFinV-K, TSE_TA_VORGANGSART). */
export type ProcessType = 'Kassenbeleg-V1' | 'Bestellung-V1' | 'SonstigerVorgang';

/** What the TSE signed about a process. Times are UTC, `YYYY-MM-DDThh:mm:ss.000Z`. */
export interface KeptSignature {
  /** Serial of the TSE, 64 small hex digits; its {@link TseIdentity} is in the closing, and in the state (`DE/Tse <name>`, tse-name.ts). */
  Serial: string;
  /** Digest of its certificate, where that is not the first one that this register knew of it. */
  Certificate?: string;
  /** Transaction number. */
  TID: number;
  /** Log times of start and end. */
  Start: string;
  End: string;
  /** Signature counter of the end. */
  Counter: number;
  /** Base64 of R|S of the end. */
  Signature: string;
}

/** What may have been signed, as far as anybody knows: a transaction of which the TSE gave no answer. */
export interface KeptLoose {
  Serial: string;
  /** UUID that the house has given it. */
  Reference: string;
  /** Null where the start had no answer. */
  TID: number | null;
}

/** A receipt that a process refers to. */
export interface KeptReference {
  /** As it was named: fiscal number, else `TL/TT/TN`. */
  Name: string;
  /** Sequence number, closing and time of its record; missing where it is none of this register. */
  SQ?: number;
  Z?: number;
  D?: string;
  /** Serial of the recording system in that closing; missing in records of old, which have that of their own. */
  Client?: string;
  /** Positions that refer to it, by index in PosA; none where the process as a whole does. */
  Positions: number[];
}

/** Of a signed or failed process: receipts (`Tra`) that the TSE has to do with, and ended ones (`TraV`, log records of aborts). */
export interface KeptProcess {
  /** Number of the closing that it belongs to. */
  Z: number;
  Bon: BonType;
  /** Words for the process (DSFinV-K, BON_NAME); always there with `AVSonstige`. */
  BonName?: string;
  /** Serial of the recording system = client id of the TSE (KASSE_SERIENNR). */
  Client: string;
  Type: ProcessType;
  /** Process data as signed, or as they would have been signed. */
  Data: string;
  /** Begin and end of the process, local, `YYYY-MM-DDThh:mm:ss`. */
  Begin: string;
  End: string;
  /** Missing while the TSE failed. */
  Tse?: KeptSignature;
  /** Why there is no signature, for TSE_TA_FEHLER. */
  Failure?: string;
  /** What it refers to. */
  References?: KeptReference[];
  /** Transactions that were begun for it elsewhere, and not ended with it. */
  Loose?: KeptLoose[];
}

/** Master data of a period: what was in force at its first receipt. */
export interface Masters extends Pick<Cfg, 'Cmp' | 'Loc' | 'Trm' | 'Dev' | 'DE_Agentur'> {
  /** Name and version of the program that registers. */
  Software: { product: string; version: string };
}

/** A period from one closing to the next. */
export interface Period {
  /** Number of the closing that ends it; from 1, gapless, never reset. */
  Nr: number;
  /** Sequence number and time of its first record. */
  first: { SQ: number; D: string };
  /** Day that its first process is dated on (`ESR.D`), where it was registered on another one. */
  day?: string;
  /**
   * Days that its processes are dated on, where those are none from its first record until the one
   * of the process itself: what came late. Missing in periods from before it was kept.
   */
  days?: string[];
  /** Client id in it. */
  Client: string;
  masters: Masters;
  /** Names of the TSEs that signed in it, in order (tse-name.ts). */
  tses: string[];
}

/** A closing, in the record of its receipt (`NFS=Z`). */
export interface KeptClosing extends Period {
  /** Sequence number and time of its last record, which is the closing itself. */
  last: { SQ: number; D: string };
  /** The TSEs of the period, by name. */
  identities: Record<string, TseIdentity>;
}

/** What a record keeps. */
export interface Kept {
  Process?: KeptProcess;
  Closing?: KeptClosing;
}

/** State key of the open period ({@link Period}); null between a closing and the next receipt. */
export const PERIOD = 'DE/Period';
/** State key of the number of the last closing. */
export const LAST_Z = 'DE/Z';
/** State key of a TSE by its name ({@link TseIdentity}; tse-name.ts). */
export const tseKey = (name: string) => `DE/Tse ${name}`;

/** What a record keeps; nothing for records of other times and kinds. */
export function keptOf(record: JournalRecord): Kept {
  return (record.Kept ?? {}) as Kept;
}

/** UTC, as TSEs have it: `2026-01-01T10:01:30.000Z`. */
export function utc(time: number): string {
  return new Date(time).toISOString();
}
