/**
 * What one of Spain's systems does (VERI*FACTU, signed records, TicketBAI of a province). `fiscalise.ts` asks it
 * for the record of a document, which is committed with the receipt and with where its chain ends; `delivery.ts`
 * asks it to tell the authority of committed records. Nothing else of the country knows systems.
 */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { Fis, JournalRecord, Tag } from '../../receipt/tra.ts';
import type { Problem } from '../../wire.ts';
import type { Delivered } from '../contract/delivery.ts';
import type { PageFact } from '../contract/described-page/words.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { CancelledDocument, IssuedDocument } from './document.ts';
import type { Region } from './region.ts';

/** What a record is made with. */
export interface Making {
  /** Where the system's chain of this register ends ({@link Made.chain}); null before its first record. */
  chain: Json | null;
  /** The register's state, to count in. */
  state: Pick<State, 'get'>;
  /** A test: it has a chain of its own, and goes to the test system. */
  test: boolean;
  /** Which installation it is: a new one begins with each chain, so that a restored register goes on with none that is known. */
  installation: string;
  context: CountryContext;
}

/** A record that a system has made, or why it cannot make one: nothing is registered then. */
export type Made =
  | {
      /** What the authority is told, e.g. `{ xml }`: kept with the receipt, sent as it is, shown to nobody. */
      record: Json;
      /** Where the chain ends now. */
      chain: Json;
      /** What is printed: content of the QR code, codes of its own (`ES_TBAI_Code`), tags. */
      fis: Pick<Fis, 'Code'> & { Tag: Tag[] } & Record<string, unknown>;
      /** Further state changes. */
      changes?: Record<string, Json>;
      /** English, for `Result.Warning`. */
      warnings?: string[];
    }
  | { issue: Issue };

/** What a record of the journal keeps of what was made (`Kept`). */
export type Kept = {
  region: Region;
  test: boolean;
  /** Its chain is that of this installation ({@link Making.installation}). */
  installation: string;
  /** `issue` and `cancel` stand with receipts; `correct` in a log record that corrects `of`. */
  operation: 'issue' | 'cancel' | 'correct';
  document: IssuedDocument | CancelledDocument;
  record: Json;
  /** Of a correction: sequence number of the receipt, and what had become of it. */
  of?: number;
};

/** A system. */
export interface FiscalSystem {
  /** Records of its region go through it. */
  region: Region;
  /** The system's own reasons to refuse a document. */
  check?(document: IssuedDocument, context: CountryContext): Issue[];
  /** What its registers should be looked after for, beyond what all of the country are. */
  worries?(context: CountryContext): Problem[];
  /** What the page says of it, beyond what it says of all. */
  facts?(context: CountryContext): PageFact[];
  /** Makes the record of a document that is issued. */
  issue(document: IssuedDocument, making: Making): Made | Promise<Made>;
  /**
   * Makes the record that takes a document back.
   * @param original what was kept of it
   * @param wasRefused the authority has refused it, and so does not know it
   */
  cancel(
    document: CancelledDocument,
    making: Making,
    original: Kept,
    wasRefused: boolean,
  ): Made | Promise<Made>;
  /**
   * Makes a record again that the authority has refused, or has taken with errors.
   * @param before what was kept of it, the last correction if there was one
   * @param state `rejected`, or `accepted-with-errors`
   */
  correct(
    document: IssuedDocument | CancelledDocument,
    making: Making,
    before: Kept,
    state: 'rejected' | 'accepted-with-errors',
  ): Made | Promise<Made>;
  /** How records are told; missing where they are kept alone. */
  telling?: {
    /** See {@link BatchDelivery}. */
    mayTell(waiting: number, context: CountryContext): boolean;
    most: number;
    /**
     * Tells of records of this system, oldest first; {@link keptOf} has what was made of each.
     * `answered.ts` makes what is noted of those that were taken or refused.
     */
    tell(
      records: readonly JournalRecord[],
      context: CountryContext,
      how: { signal: AbortSignal },
    ): Promise<Delivered[]>;
  };
  /**
   * Holds a kept record against the one before it in the chain.
   * @param before {@link Made.record} of the record before; null at the beginning of a chain
   * @returns what is wrong with it, English
   */
  problems(kept: Kept, before: Json | null): string[];
}

/** What was kept with a record of the journal; null where no system has made anything of it. */
export function keptOf({ Kept: kept }: Pick<JournalRecord, 'Kept'>): Kept | null {
  const found = kept as unknown as Partial<Kept> | undefined;
  return found?.region !== undefined && found.record !== undefined && found.document !== undefined
    ? (found as Kept)
    : null;
}
