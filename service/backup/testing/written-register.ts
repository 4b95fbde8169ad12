/** A register in memory that backups can be made of, as the journal would give it. */
import type { Line } from '../../journal/lines.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { BackupSource } from '../source.ts';

/** Records of one register. The first one is its configuration. */
export class WrittenRegister implements BackupSource {
  readonly rn: string;
  readonly lines: Line[] = [];

  constructor(rn: string, records = 0, company = 'Example') {
    this.rn = rn;
    const Cfg = { Cmp: { Nam: company, Ctry: 'LU', TaxId: 'LU1' } };
    this.write({ _: 'Cfg', SQ: 1, RN: rn, D: '2026-05-04T12:00:00', Cfg });
    this.grow(records - 1);
  }

  /** Sells. */
  grow(records: number, note = 'é'): void {
    for (let i = 0; i < records; i++) {
      const SQ = this.lines.length + 1;
      const ESR = { D: '2026-05-04T12:00:00', TL: '1', TT: '1', TN: String(SQ - 1), T: '1.00', Note: note };
      this.write({ _: 'Tra', SQ, RN: this.rn, D: ESR.D, ESR }, { 'TN ["1","1","2026"]': SQ - 1 });
    }
  }

  /** The same records in another object, which may go another way. */
  copy(): WrittenRegister {
    const copy = new WrittenRegister(this.rn);
    copy.lines.splice(0, copy.lines.length, ...this.lines);
    return copy;
  }

  registerNames(): string[] {
    return [this.rn];
  }

  lastSq(): Promise<number> {
    return Promise.resolve(this.lines.length);
  }

  segmentsBetween(): Promise<number[]> {
    return Promise.resolve([]);
  }

  async *linesBetween(_rn: string, after: number, until: number): AsyncGenerator<Line[]> {
    for (let from = after; from < until; from += 150)
      yield await Promise.resolve(this.lines.slice(from, Math.min(from + 150, until)));
  }

  filesOf(rn: string): string {
    return `/data/rn/${rn}/jou`;
  }

  private write(record: JournalRecord, State?: object): void {
    this.lines.push({ sq: record.SQ, text: JSON.stringify({ ...record, ...(State && { State }) }) });
  }
}
