/** What a country makes of receipts and voids. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { RecordType } from '../../receipt/envelope.ts';
import type { CountryVoidRules } from '../../receipt/invert.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import type { TaxRules } from '../../receipt/taxes.ts';
import type { CompleteEsr, Counts, Esr, JournalRecord } from '../../receipt/tra.ts';
import type { Fiscalised, LastTimes, ReceiptContext } from './fiscalise.ts';
import type { CountryContext, CountryServices } from './services.ts';
import type { State } from './state.ts';
import type { Work } from './work.ts';

/** A receipt by the number of its terminal, or by what stands in it. */
export type Sought = { TL: string; TT: string; TN: string } | SoughtText;

/** A receipt by what stands in it. */
export interface SoughtText {
  /**
   * Where it is looked for, one after another: between two days (`YYYY-MM-DD`), both included, or among
   * the newest records. Sales wait meanwhile.
   */
  spans: readonly ({ from: string; till: string } | 'newest')[];
  /** Stands in its record, or in that of its late fiscal data, as JSON has it. */
  text: RegExp;
  /** Whether a receipt, as it stands, is the one. */
  isIt: (record: JournalRecord) => boolean;
}

/** What a country makes of a receipt. */
export interface CountryReceipts {
  /** What receipts may name as their customer when there is none. */
  finalConsumer?: { TaxId: string; Nam: string };
  /** Tax groups valid on a day (`YYYY-MM-DD`) at the place of the configuration. */
  taxRules(day: string, cfg: Cfg, services: CountryServices): TaxRules;
  /** True for documents on which nothing has been paid yet. */
  unpaid?(esr: Esr): boolean;
  /**
   * What a document adds to the totals that is no sale; undefined for sales. It
   * is kept in the record, and a void takes back what its original has added.
   */
  counts?(esr: Esr): Counts | undefined;
  /**
   * Reads a number that the POS may send in this country alone, to enter a
   * document that exists already; null for all other receipts.
   * @returns the receipt with the number in a place of its own; its date may be old
   */
  readExisting?(esr: Esr): Esr | null;
  /**
   * Takes out of what a POS sends what may nowhere be kept or written down. Asked before anything
   * else is done with it, possibly more than once; the country may remember what it took out.
   */
  protect?(sent: Esr, context: CountryContext): Esr;
  /** What a posted receipt is taken for by the settings of the installation, e.g. training; else itself. */
  interpret?(esr: Esr, services: CountryServices): Esr;
  /** The country's own checks of a completed receipt; `amounts` as in Completed. */
  check(esr: CompleteEsr, amounts: readonly number[], context: CountryServices & { cfg: Cfg }): Issue[];
  /**
   * The times that later documents may not come before. While the clock is a little
   * behind, sales take the later time; when it is far behind, none is registered
   * (`#CLOCK_BEHIND`). Missing where the law does not mind.
   */
  lastTimes?(state: State, context: CountryContext): LastTimes;
  /**
   * What has to be done before a receipt can be numbered; its state changes and own
   * receipts are journaled before the receipt, in the same turn. Returns reasons to refuse. Null when there is nothing to do.
   */
  prepare?(
    esr: CompleteEsr,
    state: State,
    context: ReceiptContext,
  ): AsyncGenerator<Work, Issue[], void> | null;
  /**
   * Numbers and signs a receipt. Number, signature and state are one step:
   * whatever it returns is committed together or not at all.
   */
  fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised | Promise<Fiscalised>;
  /**
   * What the law wants of a transaction that begins, goes on, or ends without a sale (TraS, TraU, TraV),
   * where no device is asked ({@link CountryDevice.step}); null for nothing.
   */
  stepped?(
    type: Exclude<RecordType, 'Tra'>,
    esr: Esr,
    state: State,
    context: CountryContext,
  ): Pick<Fiscalised, 'fis' | 'changes' | 'kept'> | null;
  /** True for documents that correct others, each position possibly another one; returns aside, which always do. */
  corrects?(esr: Esr): boolean;
  /**
   * How a receipt is found by a number that the journal does not know it by, such as what its authority
   * has called it; null for a number of another form. Asked for what voids and returns name by RFN.
   * @param RD its date as it was sent
   */
  soughtBy?(number: string, RD: unknown, context: CountryContext): Sought | null;
  /** The fiscal number of a receipt that people know by another one; null for all others. Not asked for voids. */
  ownNumber?(number: string, state: State, context: CountryContext): string | null;
  /**
   * Why what is registered now does not count, in a word for the journal: tests,
   * training, a register that is not in operation; null when it counts. Only the
   * settings and the state decide, no receipt.
   */
  practice?(state: State, context: CountryContext): string | null;
}

/** What a country says to voids. */
export interface CountryVoids extends CountryVoidRules {
  /** The country's own reasons against the void of a receipt. */
  checkVoid?(original: JournalRecord, state: State): Issue[];
  /** State entries that become valid with the void of a receipt. */
  voidChanges?(original: JournalRecord, state: State): Record<string, Json>;
}
