/**
 * Online countries: their authority is told of each receipt once it is durable,
 * within the same request where it answers in time, else later.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { Fis, JournalRecord } from '../../receipt/tra.ts';
import type { CountryContext } from './services.ts';

/** A receipt that the authority has still to be told of. */
export interface Undelivered {
  /** Sequence number of the receipt. */
  sq: number;
  /** When it was registered, local time. */
  since: string;
  /** Until when the law lets it be told, local time. */
  deadline: string;
  /** Why the authority did not take it; null while it has not said anything. */
  refused: { at: string; text: string } | null;
}

/** What came of telling the authority. */
export type Delivered =
  | {
      outcome: 'accepted';
      /** All fiscal data that the receipt has from now on. */
      fis: Fis;
      /** Sequence number of that receipt, where the record corrects what was told of another one. */
      of?: number;
      /** State changes of the country that become valid with them. */
      changes?: Record<string, Json>;
    }
  | {
      outcome: 'refused';
      /** In the authority's words, and what to do. The receipt stays registered, and is told again. */
      issue: Issue;
    }
  | {
      /** The authority need not be told of it any more: it was a test. */
      outcome: 'dropped';
      /** English, for the journal. */
      text: string;
    }
  | {
      outcome: 'unanswered';
      /** English, for the log and the control page. */
      text: string;
    };

/** The authority answers while the sale waits, where it answers in time: receipts are told one by one. */
export interface SaleDelivery {
  /** How long a sale waits for the authority, ms, unless the profile says otherwise (`Fiscal_Timeout`). */
  patience: number | ((context: CountryContext) => number);
  /**
   * Tells the authority of a receipt; may be asked again for the same one, also when
   * an answer was lost. Never rejects, and ends soon after the signal.
   * @param how.late the sale has its answer already
   */
  deliver(
    receipt: JournalRecord,
    context: CountryContext,
    how: { late: boolean; signal: AbortSignal },
  ): Promise<Delivered>;
  /** Of those that wait, several at once. Missing: the authority is told one by one. */
  several?: {
    /** How many at most. */
    most: number;
    deliverAll: BatchDelivery['deliverAll'];
  };
}

/**
 * Receipts are complete without the authority, so that no sale waits for it: it is told
 * soon after, of several records at once, in their order. What it has refused waits until it
 * is corrected ({@link StateChange.toDeliver}), and is not told again as it is.
 */
export interface BatchDelivery {
  /**
   * Whether it may be told now: authorities say how often they want to hear.
   * @param waiting how many records wait
   */
  mayTell(waiting: number, context: CountryContext): boolean;
  /** How many records are told at once. */
  most(context: CountryContext): number;
  /**
   * Tells the authority of records, oldest first; may be asked again for the same ones, also when an
   * answer was lost. Never rejects, and ends soon after the signal.
   * @returns what came of each, in their order; records behind the last one were not told
   */
  deliverAll(
    records: readonly JournalRecord[],
    context: CountryContext,
    how: { signal: AbortSignal },
  ): Promise<Delivered[]>;
}

/** How a country tells its authority of receipts. */
export interface CountryDelivery {
  delivery?: SaleDelivery | BatchDelivery;
}

/** How telling the authority goes, for the control page. */
export interface DeliveryStatus {
  /** Receipts of this register that wait, oldest first. */
  waiting: readonly Undelivered[];
  /** The company's last attempt that had no answer, ms since 1970; null when it was answered since. */
  failure: { at: number; text: string } | null;
  /** When the authority answered the company last, ms since 1970; null for not since the start. */
  answeredAt: number | null;
}
