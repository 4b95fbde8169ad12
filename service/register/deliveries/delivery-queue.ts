/**
 * Receipts that the authority has still to be told of. They stand in the register's
 * state, committed together with the receipt (slots.ts).
 */
import type { Undelivered } from '../../countries/contract/delivery.ts';
import type { State } from '../../countries/contract/state.ts';
import type { Json } from '../../receipt/json.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { Slots } from '../slots.ts';

const PREFIX = 'Delivery/';

/** The state change that puts a receipt into the queue. */
export function queued(
  { SQ: sq, D: since }: Pick<JournalRecord, 'SQ' | 'D'>,
  deadline: string,
  state: State,
): Record<string, Json> {
  const entry: Undelivered = { sq, since, deadline, refused: null };
  return { [new Slots<Undelivered>(state, PREFIX).free]: { ...entry } };
}

/** The queue of a register. */
export class DeliveryQueue {
  private readonly slots: Slots<Undelivered>;

  constructor(state: State) {
    this.slots = new Slots(state, PREFIX);
  }

  /** What waits, oldest first. */
  get waiting(): Undelivered[] {
    return this.slots.all;
  }

  /** How many wait. */
  get length(): number {
    return this.slots.length;
  }

  /** The state change after which a receipt does not wait any more; null when it does not wait now. */
  without(sq: number): Record<string, Json> | null {
    return this.slots.without(sq);
  }

  /** The state change that notes why the authority did not take a receipt; null when it does not wait, or that is noted. */
  refused(sq: number, refused: NonNullable<Undelivered['refused']>): Record<string, Json> | null {
    const found = this.slots.of(sq);
    if (!found || found.entry.refused?.text === refused.text) return null;
    return { [found.key]: { ...found.entry, refused } };
  }
}
