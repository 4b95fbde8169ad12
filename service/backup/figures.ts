/** Figures of a register, added up line by line: the same of a backup and of the register it is of. */
import { createHash, type Hash } from 'node:crypto';
import { segmentOf } from '../journal/segments/name.ts';
import { addDecimals, decimalText } from '../receipt/money.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Figures } from './wire.ts';

/** Adds up. */
export class FiguresOf {
  private readonly figures: Omit<Figures, 'files'> = {
    ...{ records: 0, receipts: 0, voids: 0, total: '0', lastNumber: '', first: '', last: '' },
  };
  private readonly files: string[] = [];
  private segment = -1;
  private hash: Hash | null = null;

  /** @param line as journal files have it, without line feed */
  take(record: JournalRecord, line: string): void {
    const { figures } = this;
    const segment = segmentOf(record.SQ);
    if (segment !== this.segment) this.endFile();
    this.segment = segment;
    this.hash ??= createHash('sha256');
    this.hash.update(line).update('\n');
    figures.records++;
    if (figures.first === '') figures.first = record.D;
    figures.last = record.D;
    const esr = record._ === 'Tra' ? record.ESR : undefined;
    if (!esr) return;
    figures.receipts++;
    if (esr.Void !== undefined) figures.voids++;
    if (typeof esr.T === 'string' && decimalText(esr.T) !== null)
      figures.total = addDecimals(figures.total, esr.T);
    figures.lastNumber = esr.FN ?? `${esr.TL}/${esr.TT}/${esr.TN}`;
  }

  /** What came together. */
  end(): Figures {
    this.endFile();
    return { ...this.figures, files: this.files };
  }

  private endFile(): void {
    if (this.hash) this.files.push(this.hash.digest('hex'));
    this.hash = null;
  }
}
