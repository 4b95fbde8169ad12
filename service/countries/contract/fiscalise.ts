/** How a receipt is numbered and signed. */
import type { KeyObject } from 'node:crypto';
import type { CashCount } from '../../receipt/cash-count.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { Fis, JournalRecord } from '../../receipt/tra.ts';
import type { CountryContext } from './services.ts';

/** A receipt that another one refers to, by RFN, or by RTL, RTT and RTN. */
export interface Original {
  /** Its number as it is named: fiscal number, else `TL/TT/TN`. */
  name: string;
  /** Where it is named: `ESR`, or the first position that does. */
  path: string;
  /** Fiscal number, where it is named by it. */
  RFN: string | undefined;
  /** Its date as it was sent. */
  RD: unknown;
  /** The record, if this register has it. */
  record: JournalRecord | null;
  /** Positions that refer to it, by index in PosA. */
  positions: readonly number[];
}

/** What a country may use for one receipt. */
export interface ReceiptContext extends CountryContext {
  /**
   * The receipts that this one refers to, first the one that it names itself. Those that
   * single positions name are there for returns and for what {@link Country.corrects} says.
   */
  originals: readonly Original[];
  /** Kind of a receipt that the country issues itself ({@link OwnReceipt}); null for all that were posted. */
  own: string | null;
  /** Sequence number that its record will have; missing before it is numbered. */
  sq?: number;
  /** What a device gave for it ({@link CountryDevice.device}); undefined where none was asked. */
  device?: Json;
  /** Cash that a person has counted for the report that it asks for; null where nobody has. */
  cash?: CashCount | null;
  /** Other sales are under way: the signature may be left to a row of them ({@link Fiscalised.unsigned}). */
  busy: boolean;
}

/** The latest times that documents of a register carry, local, `YYYY-MM-DDThh:mm:ss`. */
export interface LastTimes {
  /** When the last one was registered, by the machine's clock; empty before the first one. */
  entered: string;
  /** What they are dated; a POS may be ahead of the machine. */
  dated: readonly string[];
}

/**
 * A signature that is made while the next receipts are numbered, in a row with theirs:
 * RSA and the like, over the signature before.
 */
export interface Unsigned {
  /** Key of the state entry that has the signature before; signatures of one chain are made one after another. */
  chain: string;
  key: KeyObject;
  /** As `crypto.sign` calls it. */
  algorithm: string;
  /** What is signed, UTF-8; the signature before is put behind it. */
  text: string;
  /** Signature before, base64; empty for none. */
  previous: string;
  /** What the record and its changes say with the signature (base64). */
  complete(signature: string): { fis: Fis; changes: Record<string, Json> };
}

/** Result of {@link Country.fiscalise}. */
export interface Fiscalised {
  /** Fiscal number, when the country has one for this record. */
  FN?: string;
  fis?: Fis;
  /** What the record keeps for exports and audits, and no till is told: `Kept` in the record. */
  kept?: Json;
  /** State entries that become valid with the record. */
  changes: Record<string, Json>;
  /** English texts for `Result.Warning`. */
  warnings: string[];
  /** Until when the authority must have been told of it, local time ({@link CountryDelivery.delivery}). */
  deliverBy?: string;
  /** What the operator has to know of a receipt that is registered all the same: becomes ErrorCode and UserMessage. */
  notice?: Issue;
  /**
   * Given where {@link ReceiptContext.busy} allows it: `changes` are enough to number the next
   * receipt by, `fis` is empty, and both become valid with what it completes.
   */
  unsigned?: Unsigned;
  /** Reasons to refuse; nothing is registered then. The first one decides between BAD and NO. */
  issues: Issue[];
}
