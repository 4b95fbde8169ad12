/**
 * Receipts that the authority has still to be told of. They stand in the register's
 * state, committed together with the receipt, in slots that are used again: an
 * outage leaves no more behind than receipts waited at once.
 */
import type { Undelivered } from '../countries/contract/delivery.ts';
import type { State } from '../countries/contract/state.ts';
import type { Json } from '../receipt/json.ts';
import type { JournalRecord } from '../receipt/tra.ts';

const PREFIX = 'Delivery/';

/** The state change that puts a receipt into the queue. */
export function queued(
  { SQ: sq, D: since }: Pick<JournalRecord, 'SQ' | 'D'>,
  deadline: string,
  state: State,
): Record<string, Json> {
  let slot = 0;
  while (isTaken(state.get(`${PREFIX}${slot}`))) slot++;
  return { [`${PREFIX}${slot}`]: { sq, since, deadline, refused: null } satisfies Undelivered };
}

function isTaken(entry: Json | undefined): boolean {
  return entry !== undefined && entry !== null;
}

/** The queue of a register. */
export class DeliveryQueue {
  private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /** What waits, oldest first. */
  get waiting(): Undelivered[] {
    return [...this.entries()].map(([, entry]) => entry).sort((a, b) => a.sq - b.sq);
  }

  /** How many wait. */
  get length(): number {
    let count = 0;
    for (const _ of this.entries()) count++;
    return count;
  }

  /** The state change after which a receipt does not wait any more; null when it does not wait now. */
  without(sq: number): Record<string, Json> | null {
    const key = this.keyOf(sq);
    return key === null ? null : { [key]: null };
  }

  /** The state change that notes why the authority did not take a receipt; null when it does not wait, or that is noted. */
  refused(sq: number, refused: NonNullable<Undelivered['refused']>): Record<string, Json> | null {
    const key = this.keyOf(sq);
    const entry = key === null ? null : (this.state.get(key) as unknown as Undelivered);
    if (key === null || !entry || entry.refused?.text === refused.text) return null;
    return { [key]: { ...entry, refused } };
  }

  private keyOf(sq: number): string | null {
    for (const [key, entry] of this.entries()) if (entry.sq === sq) return key;
    return null;
  }

  /** Slots are taken from the first one on: behind one that was never used there are none. */
  private *entries(): Iterable<[string, Undelivered]> {
    for (let slot = 0; ; slot++) {
      const key = `${PREFIX}${slot}`;
      const entry = this.state.get(key);
      if (entry === undefined) return;
      if (isTaken(entry)) yield [key, entry as unknown as Undelivered];
    }
  }
}
