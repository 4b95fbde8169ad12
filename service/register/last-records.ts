/** The last record of each type, which a register has at hand: the receipt among them as it stands. */
import { LATE, withLate } from '../receipt/late.ts';
import type { JournalRecord } from '../receipt/tra.ts';

/** By type. Late fiscal data are none of them, but go into the last receipt if they are of it. */
export class LastRecords {
  private readonly records = new Map<string, JournalRecord>();

  get(type: string): JournalRecord | null {
    return this.records.get(type) ?? null;
  }

  /** Takes a record that is stored, in order of SQ. */
  set(record: JournalRecord): void {
    const last = this.get('Tra');
    if (record._ !== LATE) this.records.set(record._, record);
    else if (last) this.records.set('Tra', withLate(last, record));
  }
}
