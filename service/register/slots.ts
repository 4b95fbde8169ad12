/**
 * Lists of receipts in a register's state, committed together with the records that
 * change them. An entry stands in a slot that is used again: an outage leaves no more
 * behind than receipts waited at once.
 */
import type { State } from '../countries/contract/state.ts';
import type { Json } from '../receipt/json.ts';

/** Entries that name a receipt by its sequence number, under keys that begin with `prefix`. */
export class Slots<T extends { sq: number }> {
  private readonly state: State;
  private readonly prefix: string;

  constructor(state: State, prefix: string) {
    this.state = state;
    this.prefix = prefix;
  }

  /** Key of the first slot that is free. */
  get free(): string {
    let slot = 0;
    while (isTaken(this.state.get(`${this.prefix}${slot}`))) slot++;
    return `${this.prefix}${slot}`;
  }

  /** All entries, oldest first. */
  get all(): T[] {
    return [...this.entries()].map(([, entry]) => entry).sort((a, b) => a.sq - b.sq);
  }

  /** How many there are. */
  get length(): number {
    let count = 0;
    for (const _ of this.entries()) count++;
    return count;
  }

  /** The entry of a receipt with its key; null when there is none. */
  of(sq: number): { key: string; entry: T } | null {
    for (const [key, entry] of this.entries()) if (entry.sq === sq) return { key, entry };
    return null;
  }

  /** The state change after which a receipt has no entry any more; null when it has none now. */
  without(sq: number): Record<string, Json> | null {
    const found = this.of(sq);
    return found && { [found.key]: null };
  }

  /** Slots are taken from the first one on: behind one that was never used there are none. */
  private *entries(): Iterable<[string, T]> {
    for (let slot = 0; ; slot++) {
      const key = `${this.prefix}${slot}`;
      const entry = this.state.get(key);
      if (entry === undefined) return;
      if (isTaken(entry)) yield [key, entry as unknown as T];
    }
  }
}

function isTaken(entry: Json | undefined): boolean {
  return entry !== undefined && entry !== null;
}
