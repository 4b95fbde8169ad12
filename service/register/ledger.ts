/**
 * Numbers and state of one register. Records are numbered ahead of the disk;
 * when a write fails, everything goes back to what is durable.
 */
import type { State } from '../countries/contract/state.ts';
import type { Json } from '../receipt/json.ts';
import type { Unsigned } from '../countries/contract/fiscalise.ts';
import type { Journal } from '../journal/journal.ts';
import type { Entry } from '../journal/row.ts';
import type { Signature, SigningRows } from '../signing/rows.ts';
import { Totals, type ReadTotals } from './reports/totals.ts';

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
  /** The newest signature that is being made, by the state entry that will have it. */
  private readonly signatures = new Map<string, Signature>();
  private readonly rows: SigningRows | null;
  /** The newest of them; resolves when the state has it, or has gone back. */
  private signing: Promise<unknown> = Promise.resolve();
  /** Generation in which a record could not be signed: nothing more of it is stored. */
  private broken: number | null = null;

  /**
   * @param sq last sequence number, 0 for an empty register
   * @param totals of all receipts so far
   * @param rows signs receipts that come at the same time; null where each is signed by itself
   */
  constructor(
    journal: Journal,
    sq = 0,
    state = new Map<string, Json>(),
    totals = new Totals(),
    rows: SigningRows | null = null,
  ) {
    this.journal = journal;
    this.rows = rows;
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
    this.signatures.clear();
  }

  /** Receipts may be numbered whose signature is left to a row ({@link writeUnsigned}). */
  get signsInRows(): boolean {
    return this.rows !== null;
  }

  /** The signature that the next one of a chain is over; ask at once, with the state that it is numbered by. */
  signatureBefore({ chain, previous }: Unsigned): string | Signature {
    return this.signatures.get(chain) ?? previous;
  }

  /** Resolves when the state is whole: no signature of what is under way is still to be made. */
  async signed(): Promise<void> {
    while (this.signatures.size > 0) await this.signing;
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
  write(entry: Entry): Promise<void> {
    if (this.signatures.size > 0)
      throw new Error('what is written may build on a signature that is still to be made');
    this.number(entry);
    return this.track(this.store(entry, this.generation));
  }

  /**
   * Numbers the next record at once, so that those behind it can be numbered, and appends it
   * as soon as its signature is made. Resolves and rejects as {@link write} does.
   * @param previous from {@link signatureBefore}
   */
  writeUnsigned(entry: Entry, unsigned: Unsigned, previous: string | Signature): Promise<void> {
    const { generation } = this;
    const { key, algorithm, text, chain } = unsigned;
    const signature = this.rows!.sign({ key, algorithm, text, previous });
    this.number(entry);
    this.signatures.set(chain, signature);
    const signed = this.complete(entry, unsigned, signature, generation);
    this.signing = signed.catch(() => undefined);
    return this.track(signed.then(({ stored }) => stored));
  }

  /** Stores an entry with its signature; without it nothing that was numbered since can be stored. */
  private async complete(
    { record, sums, changes }: Entry,
    unsigned: Unsigned,
    signature: Signature,
    generation: number,
  ): Promise<{ stored: Promise<void> }> {
    try {
      const { fis, changes: completed } = unsigned.complete(await signature.made);
      if (this.broken === generation) throw new Error('a record before could not be signed');
      record.Fis = { ...fis, ...record.Fis };
      if (generation === this.generation) {
        // What a later record has changed since stands.
        for (const [key, value] of Object.entries(completed))
          if (this.state.get(key) === changes[key]) this.state.set(key, value);
        if (this.signatures.get(unsigned.chain) === signature) this.signatures.delete(unsigned.chain);
      }
      // At once: who waits for the state to be whole comes behind it.
      return { stored: this.store({ record, sums, changes: { ...changes, ...completed } }, generation) };
    } catch (error) {
      this.broken = generation;
      await this.journal.abandon(generation);
      this.catchUp();
      throw error;
    }
  }

  /** From now on this is the last record. */
  private number({ record, changes, sums }: Entry): void {
    this.sq = record.SQ;
    for (const [key, value] of Object.entries(changes)) this.state.set(key, value);
    addTo(this.sums, { record, sums });
  }

  private track(written: Promise<void>): Promise<void> {
    this.writing = written.catch(() => undefined);
    return written;
  }

  private async store(entry: Entry, generation: number): Promise<void> {
    try {
      await this.journal.append(entry, generation);
    } catch (error) {
      this.catchUp();
      throw error;
    }
    this.durable.sq = entry.record.SQ;
    for (const [key, value] of Object.entries(entry.changes)) this.durable.state.set(key, value);
    addTo(this.durable.totals, entry);
  }

  /** Resolves when everything under way is stored or lost, so that look-ups see it. */
  async settled(): Promise<void> {
    await this.writing;
  }
}

function addTo(totals: Totals, { record, sums }: Pick<Entry, 'record' | 'sums'>): void {
  if (sums) totals.add(record.ESR!.D!.slice(0, 10), sums.total);
}
