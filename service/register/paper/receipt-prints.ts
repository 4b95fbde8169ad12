/** What is known of the prints of receipts: originals, and how often they were printed again. */
import type { Issue } from '../../receipt/issue.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { originalAgain } from './printed.ts';
import type { ReceiptNumber } from '../records.ts';
import type { RegisterParts } from '../register-parts.ts';
import { reprintCount } from '../../receipt/reprints.ts';
import { countedReprint, type CountedReprint, type RefusedCopy } from './reprint-count.ts';

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
  async countAgain(number: ReceiptNumber): Promise<CountedReprint | RefusedCopy | null> {
    const { cfg } = this.register;
    const printed = cfg && (await this.register.records.byNumber(number, cfg));
    return printed && ((await this.issued(printed)) ?? this.counted(printed));
  }

  /**
   * Counts a copy that is about to be printed, where copies are documents of their own;
   * what has to stand on it, or why there must be none. Null where they are not.
   */
  async copied(printed: JournalRecord): Promise<CountedReprint | RefusedCopy | null> {
    const issued = await this.issued(printed);
    if (issued) return issued;
    return this.register.country?.reprinted ? this.counted(printed) : null;
  }

  /** Issues the copy where it is a receipt of its own; null where it is none. */
  private async issued(printed: JournalRecord): Promise<CountedReprint | RefusedCopy | null> {
    const { country, context, ledger, pipeline, rn, services, writer } = this.register;
    const wanted = () => (context && country?.copyReceipt?.(printed, ledger, context)) ?? null;
    let copy = wanted();
    if (copy === null) return null;
    let sq: number | undefined;
    if (!('issues' in copy)) {
      let why: readonly Issue[] = [];
      const work = { ...copy, refused: (issues: readonly Issue[]) => (why = issues) };
      const { Result, SQ } = await this.register.inTurn((step) => pipeline.takeOwn(work, step));
      if (Result.RC !== 'OK') return { issues: why.length > 0 ? why : [writer.whyUnstored] };
      sq = SQ;
      // Somebody else may have issued it meanwhile.
      if (sq === undefined) copy = wanted();
    }
    if (copy && 'issues' in copy) {
      // It was issued and never printed: its answer was lost, for instance.
      if (copy.issued === undefined || reprintCount(ledger, printed.SQ) > 0) return { issues: copy.issues };
      sq = copy.issued;
    }
    const record = sq === undefined ? null : await services.journal.bySq(rn, sq);
    const counted = record && (await this.counted(printed));
    if (!counted) return { issues: [writer.whyUnstored] };
    if ('issues' in counted) return counted;
    const said = (printed.Fis?.Tag ?? []).map((tag) => JSON.stringify(tag));
    return { ...counted, tags: (record.Fis?.Tag ?? []).filter((tag) => !said.includes(JSON.stringify(tag))) };
  }

  private async counted(printed: JournalRecord): Promise<CountedReprint | RefusedCopy> {
    const { stateChange, counted } = countedReprint(printed, (copy, state) => {
      const { country, context } = this.register;
      return (context && country?.reprinted?.(printed, copy, state, context)) ?? null;
    });
    const answer = await this.register.journalChange(stateChange);
    // A copy that nobody has counted must not come out.
    return answer.Result.RC === 'OK' ? counted() : { issues: [this.register.writer.whyUnstored] };
  }

  /** True when a receipt of this register was printed before. */
  has({ SQ }: JournalRecord): boolean {
    return this.register.writer.printed.has(SQ, this.register.ledger);
  }

  /** Notes that a receipt is being printed; durable with the next record ({@link ReceiptPrints.note}). */
  add({ SQ }: JournalRecord): void {
    this.register.writer.printed.add(SQ);
  }

  /** Journals that the original of a receipt is printed once more; false when that could not be stored. */
  async originalAgain(record: JournalRecord): Promise<boolean> {
    return (await this.register.journalChange(originalAgain(record))).Result.RC === 'OK';
  }

  /** Makes durable what was printed since the last record, if anything was. */
  async note(): Promise<void> {
    const stateChange = this.register.writer.printed.stateChange();
    if (stateChange) await this.register.journalChange(stateChange);
  }
}
