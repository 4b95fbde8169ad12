/** What is known of the prints of receipts: originals, and how often they were printed again. */
import type { JournalRecord } from '../receipt/tra.ts';
import { originalAgain } from './printed.ts';
import type { ReceiptNumber } from './records.ts';
import type { RegisterParts } from './register-parts.ts';
import { reprintCount } from '../receipt/reprints.ts';
import { countedReprint, type CountedReprint } from './reprint-count.ts';

/** The prints of a register's receipts. */
export class ReceiptPrints {
  private readonly register: RegisterParts;

  constructor(register: RegisterParts) {
    this.register = register;
  }

  /** How often a receipt was printed again; null when there is no such receipt. */
  async count(number: ReceiptNumber): Promise<number | null> {
    const { cfg } = this.register;
    const record = cfg && (await this.register.records.byNumber(number, cfg));
    return record && reprintCount(this.register.ledger, record.SQ);
  }

  /** Counts one more print of a receipt, durably; null when there is no such receipt. */
  async countAgain(number: ReceiptNumber): Promise<CountedReprint | null> {
    const { cfg } = this.register;
    const printed = cfg && (await this.register.records.byNumber(number, cfg));
    return printed && this.counted(printed);
  }

  /**
   * Counts a copy that is about to be printed, where copies are documents of their own;
   * what has to stand on it. Null where they are not.
   */
  async copied(printed: JournalRecord): Promise<CountedReprint | null> {
    return this.register.country?.reprinted ? this.counted(printed) : null;
  }

  private async counted(printed: JournalRecord): Promise<CountedReprint | null> {
    const { stateChange, counted } = countedReprint(printed, (copy, state) => {
      const { country, context } = this.register;
      return (context && country?.reprinted?.(printed, copy, state, context)) ?? null;
    });
    const answer = await this.register.journalChange(stateChange);
    return answer.Result.RC === 'OK' ? counted() : null;
  }

  /** True when a receipt of this register was printed before. */
  has({ SQ }: JournalRecord): boolean {
    return this.register.pipeline.printed.has(SQ, this.register.ledger);
  }

  /** Notes that a receipt is being printed; durable with the next record ({@link ReceiptPrints.note}). */
  add({ SQ }: JournalRecord): void {
    this.register.pipeline.printed.add(SQ);
  }

  /** Journals that the original of a receipt is printed once more; false when that could not be stored. */
  async originalAgain(record: JournalRecord): Promise<boolean> {
    return (await this.register.journalChange(originalAgain(record))).Result.RC === 'OK';
  }

  /** Makes durable what was printed since the last record, if anything was. */
  async note(): Promise<void> {
    const stateChange = this.register.pipeline.printed.stateChange();
    if (stateChange) await this.register.journalChange(stateChange);
  }
}
