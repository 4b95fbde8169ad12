/** Late fiscal data (late.ts) are of receipts that stand before them in the same register. */
import { isLate, LATE } from './late.ts';
import type { JournalRecord } from './tra.ts';

/** Records of a block of bits. */
const BLOCK = 1024;

/** Checks the records of one register in order of SQ; remembers one bit of each. */
export class LateCheck {
  /** Records with late fiscal data so far. */
  count = 0;
  /** Which records may be receipts, by block. */
  private readonly receipts = new Map<number, Uint8Array>();

  /** Takes the record at a place; returns what is wrong with it, null for nothing. */
  take(sq: number, record: JournalRecord): string | null {
    if (record._ === 'Tra') this.add(sq);
    if (record._ !== LATE) return null;
    this.count++;
    if (!isLate({ ...record, SQ: sq }))
      return 'late fiscal data that name no record before them (Of), or have none (Fis)';
    return this.has(record.Of!) ? null : `late fiscal data of record ${record.Of}, which is no receipt`;
  }

  /** Told of a record that cannot be read: it may have been a receipt. */
  unreadable(sq: number): void {
    this.add(sq);
  }

  private add(sq: number): void {
    const n = Math.floor(sq / BLOCK);
    let bits = this.receipts.get(n);
    if (!bits) this.receipts.set(n, (bits = new Uint8Array(BLOCK / 8)));
    bits[(sq % BLOCK) >> 3]! |= 1 << (sq & 7);
  }

  private has(sq: number): boolean {
    const bits = this.receipts.get(Math.floor(sq / BLOCK));
    return bits !== undefined && (bits[(sq % BLOCK) >> 3]! & (1 << (sq & 7))) !== 0;
  }
}
