/** X and Z reports of one register (`receipt/report.ts`): what they sum up, and the records they become. */
import type { Journal } from '../../journal/journal.ts';
import { recordOf } from '../../journal/record.ts';
import type { Entry } from '../../journal/row.ts';
import { cashFields, type CashCount, type StandardPayment } from '../../receipt/cash-count.ts';
import { amountText } from '../../receipt/money.ts';
import { LAST_Z, PeriodSums, type LastZ, type ReportKind } from '../../receipt/report.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Ledger } from '../ledger.ts';
import { newRecord } from '../receipt-record.ts';

/** Records behind which the sums are caught up before the register's turn, so that a first Z holds up no sale. */
const FAR_BEHIND = 1000;

/** What a report is made for. */
export interface ReportCause {
  kind: ReportKind;
  /** Type, sequence number, register and time of its record. */
  head: Pick<JournalRecord, '_' | 'SQ' | 'RN' | 'D'>;
  /** Terminal and date of the transaction that asks for it, or that it comes before. */
  esr: { TL: string; TT: string; D: string };
  /** Of the currency. */
  digits: number;
  /** Cash that was counted for it; missing where nobody counts. */
  cash?: CashCount | null;
  /** What the country's payment groups stand for. */
  standardPayment?: StandardPayment | undefined;
}

/** The reports of a register. */
export class Reports {
  private readonly rn: string;
  private readonly journal: Journal;
  private readonly ledger: Ledger;
  /** Of durable records alone, behind the Z before `first`. */
  private gathered: { first: number; sums: PeriodSums } | null = null;
  private reading: Promise<void> = Promise.resolve();

  constructor(rn: string, journal: Journal, ledger: Ledger) {
    this.rn = rn;
    this.journal = journal;
    this.ledger = ledger;
  }

  /** There is so much to read that it is better done outside of the register's turn. */
  get isFarBehind(): boolean {
    return this.ledger.nextSq - (this.gathered?.sums.next ?? this.firstSq) > FAR_BEHIND;
  }

  /**
   * Sums up everything that is stored. In the register's turn that is everything there is.
   * @throws Error when a record of the period cannot be read
   */
  gather(digits: number): Promise<void> {
    this.reading = this.reading.catch(() => undefined).then(() => this.read(digits));
    return this.reading;
  }

  /**
   * The record of a report over all that was gathered and what is on its way behind that.
   * @param behind the transaction that is written just before it
   */
  entry(
    { kind, head, esr, digits, cash, standardPayment }: ReportCause,
    behind: JournalRecord | null,
  ): Entry {
    const sums = this.sumsFrom(this.firstSq).copy();
    if (behind) sums.take(behind, digits);
    const last = this.last;
    const number = (last?.number ?? 0) + 1;
    const { T, TaxA, PayA, ...counts } = sums.content(digits);
    const record = newRecord(
      head,
      {
        Type: kind,
        ...(kind === 'Z' && { Number: number }),
        ...(behind && { Tra: behind.SQ }),
        ...counts,
        Total: amountText(this.ledger.totals.of(''), digits),
        ...(cash && cashFields(cash, PayA, digits, standardPayment)),
      },
      { ESR: { D: esr.D, TL: esr.TL, TT: esr.TT, T, TaxA, PayA }, Result: { RC: 'OK' } },
    );
    return {
      record,
      sums: null,
      changes: kind === 'Z' ? { [LAST_Z]: { sq: record.SQ, number } satisfies LastZ } : {},
    };
  }

  private get last(): LastZ | null {
    return (this.ledger.get(LAST_Z) as LastZ | undefined) ?? null;
  }

  /** The first record behind the last Z. */
  private get firstSq(): number {
    return (this.last?.sq ?? 0) + 1;
  }

  /** True when a transaction was registered since the last Z. */
  isOpen(newest: JournalRecord | null): boolean {
    return newest !== null && newest.SQ >= this.firstSq;
  }

  /** The last Z, and whether a transaction was registered since; null before the first one. */
  closing(newest: JournalRecord | null): { number: number; isOpen: boolean } | null {
    const { last } = this;
    return last && { number: last.number, isOpen: this.isOpen(newest) };
  }

  private async read(digits: number): Promise<void> {
    const sums = this.sumsFrom(this.firstSq);
    const until = await this.journal.lastSq(this.rn);
    if (sums.next > until) return;
    for await (const page of this.journal.linesBetween(this.rn, sums.next - 1, until)) {
      for (const { text } of page) sums.take(recordOf(text), digits);
    }
  }

  private sumsFrom(first: number): PeriodSums {
    if (this.gathered?.first !== first) this.gathered = { first, sums: new PeriodSums(first) };
    return this.gathered.sums;
  }
}
