/** Looks up records of one register, after everything under way is stored or lost. */
import type { Sought } from '../countries/contract/receipts.ts';
import type { Journal } from '../journal/journal.ts';
import { configuredTerminal, type Cfg } from '../receipt/cfg.ts';
import { terminal } from '../receipt/complete.ts';
import { daysBetween } from '../receipt/time.ts';
import type { CompleteEsr, Esr, JournalRecord } from '../receipt/tra.ts';
import type { Ledger } from './ledger.ts';
import { isSameContent, isSubstantial } from './same-content.ts';

/** A lost answer is asked for within this time. */
const DAYS_TO_RESEND = 7;

/** Names a receipt; location and terminal default to the register's own. */
export interface ReceiptNumber {
  TL: string | undefined;
  TT: string | undefined;
  TN: string;
}

/** The records of a register. */
export class Records {
  private readonly rn: string;
  private readonly journal: Journal;
  private readonly ledger: Ledger;

  constructor(rn: string, journal: Journal, ledger: Ledger) {
    this.rn = rn;
    this.journal = journal;
    this.ledger = ledger;
  }

  /** The newest receipt with this number. */
  async byNumber({ TL, TT, TN }: ReceiptNumber, cfg: Cfg): Promise<JournalRecord | null> {
    await this.ledger.settled();
    const own = configuredTerminal(cfg);
    return this.journal.byNumber(this.rn, TL ?? own.TL, TT ?? own.TT, TN);
  }

  /** The receipt of the same year that has the number of this one, if it has one. */
  async sameNumber(esr: Pick<CompleteEsr, 'TL' | 'TT' | 'D' | 'TN'>): Promise<JournalRecord | null> {
    if (esr.TN === undefined) return null;
    await this.ledger.settled();
    return this.journal.byNumber(this.rn, esr.TL, esr.TT, esr.TN, esr.D.slice(0, 4));
  }

  /** The stored form of a transaction that may have been sent before: by TL/TT/TN, without TN by content. */
  async registered(sent: Esr, { TL, TT, D }: CompleteEsr): Promise<JournalRecord | null> {
    const { TN } = sent;
    if (TN === undefined) return this.lastWith(sent, TL, TT);
    const sameYear = await this.sameNumber({ TL, TT, D, TN });
    if (sameYear || sent.D !== undefined) return sameYear;
    // Sent again without a date shortly after New Year's Eve, it may be of last year.
    const newest = await this.journal.byNumber(this.rn, TL, TT, TN);
    return newest?.ESR?.D !== undefined && daysBetween(newest.ESR.D, D) <= DAYS_TO_RESEND ? newest : null;
  }

  /** The receipt that the data of a void request stand for: by FN, by number, else by content. */
  async original(esr: Esr, cfg: Cfg): Promise<JournalRecord | null> {
    await this.ledger.settled();
    const { TL, TT } = terminal(esr, configuredTerminal(cfg));
    if (esr.FN !== undefined) return this.journal.byFiscalNumber(this.rn, esr.FN);
    if (esr.TN !== undefined) return this.journal.byNumber(this.rn, TL, TT, esr.TN, esr.D?.slice(0, 4));
    return this.lastWith(esr, TL, TT);
  }

  /** The receipt a void refers to, by RFN, else by RTL, RTT, RTN and the year of RD. */
  async referred(esr: Esr): Promise<JournalRecord | null> {
    await this.ledger.settled();
    if (esr.RFN !== undefined) return this.journal.byFiscalNumber(this.rn, esr.RFN);
    const TL = esr.RTL ?? esr.TL;
    const TT = esr.RTT ?? esr.TT;
    if (esr.RTN === undefined || TL === undefined || TT === undefined) return null;
    const year = typeof esr.RD === 'string' ? esr.RD.slice(0, 4) : undefined;
    return this.journal.byNumber(this.rn, TL, TT, esr.RTN, year);
  }

  /** The receipt that a country knows how to find; by number it is that of the year of RD, if one is given. */
  async sought(sought: Sought, RD: unknown): Promise<JournalRecord | null> {
    await this.ledger.settled();
    if ('isIt' in sought) return this.journal.receiptLike(this.rn, sought);
    const { TL, TT, TN } = sought;
    return this.journal.byNumber(this.rn, TL, TT, TN, typeof RD === 'string' ? RD.slice(0, 4) : undefined);
  }

  /**
   * Content of a file in the record that documents it.
   * @throws Error when the record is missing
   */
  async contentAt(sq: number): Promise<string> {
    const record = await this.journal.bySq(this.rn, sq);
    if (typeof record?.Content !== 'string') throw new Error(`register ${this.rn}: record ${sq} has no file`);
    return record.Content;
  }

  /** The newest posted receipt of the terminal of a receipt, up to this one: those that a register issues itself are nobody's. */
  async lastPosted(last: JournalRecord | null): Promise<JournalRecord | null> {
    let record = last;
    for (let sq = last?.SQ ?? 0; sq > 0; record = await this.journal.bySq(this.rn, --sq)) {
      const isReceipt =
        record?._ === 'Tra' && record.ESR?.TL === last!.ESR?.TL && record.ESR?.TT === last!.ESR?.TT;
      if (isReceipt && record!.Own === undefined) return record;
    }
    return null;
  }

  /** The last receipt of a terminal, if everything that was sent stands in it. */
  private async lastWith(sent: Esr, TL: string, TT: string): Promise<JournalRecord | null> {
    if (!isSubstantial(sent)) return null;
    await this.ledger.settled();
    const last = await this.lastPosted(await this.journal.lastOfTerminal(this.rn, TL, TT));
    return isSameContent(last?.ESR, sent) ? last : null;
  }
}
