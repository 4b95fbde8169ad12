/** Invoices that have still to be handed over: in the register's state, committed with their receipts (slots.ts). */
import type { State } from '../../countries/contract/state.ts';
import type { Json } from '../../receipt/json.ts';
import type { HandOver } from './e-invoicing.ts';
import { Slots } from '../slots.ts';

const PREFIX = 'EInvoice/';

/** The state change that puts an invoice into the queue. */
export function handOverLater(entry: HandOver, state: State): Record<string, Json> {
  return new HandOverQueue(state).later(entry);
}

/** The queue of a register. */
export class HandOverQueue {
  private readonly slots: Slots<HandOver>;

  constructor(state: State) {
    this.slots = new Slots(state, PREFIX);
  }

  /** All that are not handed over, oldest first; those that wait for a person among them. */
  get all(): HandOver[] {
    return this.slots.all;
  }

  /** Those that are handed over by themselves. */
  get waiting(): HandOver[] {
    return this.all.filter(({ rejected }) => rejected === null);
  }

  /** The one of a receipt; null for none. */
  of(sq: number): HandOver | null {
    return this.slots.of(sq)?.entry ?? null;
  }

  /** The state change after which an invoice does not wait any more; null when it does not wait now. */
  without(sq: number): Record<string, Json> | null {
    return this.slots.without(sq);
  }

  /** The state change that puts one into the queue whose receipt has none there. */
  later(entry: HandOver): Record<string, Json> {
    return { [this.slots.free]: { ...entry } };
  }

  /** The state change that notes how far it is; null when it does not wait. */
  with(sq: number, values: Partial<Omit<HandOver, 'sq'>>): Record<string, Json> | null {
    const found = this.slots.of(sq);
    return found && { [found.key]: { ...found.entry, ...values } };
  }
}
