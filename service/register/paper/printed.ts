/**
 * Which receipts have left the printer through `/render`: every further print is a copy.
 *
 * One bit for each record, in blocks of a register's state. A print by itself
 * writes nothing: its bit goes with the next record of the register, and in a
 * quiet hour with one that the scheduler writes. After a crash in between, the
 * last prints may be taken for the first ones again.
 */
import type { State } from '../../countries/contract/state.ts';
import type { StateChange } from '../../countries/contract/work.ts';
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { reprintCount } from '../../receipt/reprints.ts';
import { numberDetails } from './reprint-count.ts';

/** Records of a block. */
const BLOCK = 256;

function keyOf(sq: number): string {
  return `PRINTED ${Math.floor(sq / BLOCK)}`;
}

function bitsOf(state: State, key: string): Buffer {
  const text = state.get(key);
  const bits = Buffer.alloc(BLOCK / 8);
  if (typeof text === 'string') bits.write(text, 'base64');
  return bits;
}

function hasBit(bits: Buffer, sq: number): boolean {
  return (bits[(sq % BLOCK) >> 3]! & (1 << (sq & 7))) !== 0;
}

/** The printed receipts of a register. */
export class PrintedReceipts {
  /** Those whose bit is not durable yet. */
  private readonly unnoted = new Set<number>();

  /** True when a receipt was printed, or when its POS has counted prints of its own. */
  has(sq: number, state: State): boolean {
    return this.unnoted.has(sq) || hasBit(bitsOf(state, keyOf(sq)), sq) || reprintCount(state, sq) > 0;
  }

  /** Takes note of a print. */
  add(sq: number): void {
    this.unnoted.add(sq);
  }

  /** State changes that are to go with the next record; `stored` is to be called when they are durable. Null for none. */
  pending(state: State): { changes: Record<string, Json>; stored: () => void } | null {
    if (this.unnoted.size === 0) return null;
    const noted = [...this.unnoted];
    const blocks = new Map<string, Buffer>();
    for (const sq of noted) {
      const key = keyOf(sq);
      const bits = blocks.get(key) ?? bitsOf(state, key);
      // On its way already with a record before.
      if (hasBit(bits, sq)) continue;
      bits[(sq % BLOCK) >> 3]! |= 1 << (sq & 7);
      blocks.set(key, bits);
    }
    return {
      changes: Object.fromEntries([...blocks].map(([key, bits]) => [key, bits.toString('base64')])),
      stored: () => noted.forEach((sq) => this.unnoted.delete(sq)),
    };
  }

  /** A record that carries nothing but the bits, unless another one has taken them. */
  stateChange(): StateChange | null {
    if (this.unnoted.size === 0) return null;
    const isLeft = (state: State) => Object.keys(this.pending(state)?.changes ?? {}).length > 0;
    return { event: 'printed', details: {}, changes: (state) => (isLeft(state) ? {} : null) };
  }
}

/** An original that is printed once more, because the first one never came out: that is said in the journal. */
export function originalAgain(record: JournalRecord): StateChange {
  return { event: 'original-again', details: numberDetails(record), changes: () => ({}) };
}
