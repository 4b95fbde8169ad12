/**
 * Numbers and state of one register. Records are numbered ahead of the disk;
 * when a write fails, everything goes back to what is durable.
 */
import type { State } from '../countries/contract/state.ts';
import type { Json } from '../receipt/json.ts';
import type { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import { Totals, type ReadTotals } from './totals.ts';

/** The ledger of a register. */
export class Ledger implements State {
  private readonly journal: Journal;
  /** Everything that is durable. */
  private readonly durable: { sq: number; state: Map<string, Json>; totals: Totals };
  /** As if everything under way were durable already. */
  private sq: number;
  private state: Map<string, Json>;
  private sums: Totals;
  private generation: number;
  /** The newest write under way. */
  private writing: Promise<unknown> = Promise.resolve();

  /**
   * @param sq last sequence number, 0 for an empty register
   * @param totals of all receipts so far
   */
  constructor(journal: Journal, sq = 0, state = new Map<string, Json>(), totals = new Totals()) {
    this.journal = journal;
    this.durable = { sq, state, totals };
    this.sq = sq;
    this.state = new Map(state);
    this.sums = totals.copy();
    this.generation = journal.generation;
  }

  /** State entry, including what is under way. */
  get(key: string): Json | undefined {
    return this.state.get(key);
  }

  /** Keys of all state entries, including what is under way. */
  keys(): Iterable<string> {
    return this.state.keys();
  }

  /** Turnover by period, including what is under way. */
  get totals(): ReadTotals {
    return this.sums;
  }

  /** Sequence number of the next record. */
  get nextSq(): number {
    return this.sq + 1;
  }

  /** After a failed write of any register: numbers and chains go back to what is durable. */
  catchUp(): void {
    if (this.generation === this.journal.generation) return;
    this.generation = this.journal.generation;
    this.sq = this.durable.sq;
    this.state = new Map(this.durable.state);
    this.sums = this.durable.totals.copy();
  }

  /**
   * Runs work that builds on the current state; again from the start when a
   * write failed while it was waiting for a device.
   */
  async repeatAfterRollback<T>(work: () => T | Promise<T>): Promise<T> {
    for (;;) {
      this.catchUp();
      const { generation } = this;
      const pending = work();
      const result = pending instanceof Promise ? await pending : pending;
      if (generation === this.journal.generation) return result;
    }
  }

  /** Appends the next record; resolves when it is durable, rejects when it is not stored. */
  async write(entry: Entry): Promise<void> {
    const changes = Object.entries(entry.changes);
    this.sq = entry.record.SQ;
    for (const [key, value] of changes) this.state.set(key, value);
    addTo(this.sums, entry);
    const written = this.journal.append(entry, this.generation);
    this.writing = written.catch(() => undefined);
    try {
      await written;
    } catch (error) {
      this.catchUp();
      throw error;
    }
    this.durable.sq = entry.record.SQ;
    for (const [key, value] of changes) this.durable.state.set(key, value);
    addTo(this.durable.totals, entry);
  }

  /** Resolves when everything under way is stored or lost, so that look-ups see it. */
  async settled(): Promise<void> {
    await this.writing;
  }
}

function addTo(totals: Totals, { record, sums }: Entry): void {
  if (sums) totals.add(record.ESR!.D!.slice(0, 10), sums.total);
}
