/**
 * Group commit: one writer for all registers. Records that wait while a commit
 * is on its way share the next one.
 */
import type { Row } from './row.ts';
import type { Store } from './store.ts';

interface Waiting {
  row: Row;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** A commit never carries more than this, so that one batch stays short. */
const MAX_BATCH = 256;

/** Writes records in the order in which they are appended. */
export class JournalWriter {
  private readonly store: Pick<Store, 'commit'>;
  private waiting: Waiting[] = [];
  /** Work of other kinds, in order. */
  private readonly others: (() => Promise<void>)[] = [];
  private lost = 0;
  private running: Promise<void> | null = null;

  constructor(store: Pick<Store, 'commit'>) {
    this.store = store;
  }

  /** Counts failed commits. Numbers and chains made before the last failure must not be used. */
  get generation(): number {
    return this.lost;
  }

  /**
   * Resolves when the record is durable. When a commit fails, all records that
   * wait behind it are rejected too: their numbers and chains build on the lost
   * ones. For the same reason a record of an older generation is refused.
   */
  append(row: Row, generation: number): Promise<void> {
    if (generation !== this.lost) return Promise.reject(new Error('built on records that were not stored'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ row, resolve, reject });
      this.running ??= this.run();
    });
  }

  /**
   * Refuses what waits, as if a commit had failed, unless one of this generation has failed already.
   * @returns false when it has
   */
  abandon(generation: number): Promise<boolean> {
    return this.between(() =>
      Promise.resolve(generation === this.lost && this.lose([], new Error('what it builds on was not made'))),
    );
  }

  /** Does other short work that writes to the store, between two commits. Its failure concerns no record. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.others.push(() => work().then(resolve, reject));
      this.running ??= this.run();
    });
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    // Let everything that arrives in this turn of the event loop join the first batch.
    await Promise.resolve();
    while (this.waiting.length > 0 || this.others.length > 0) {
      // Sales first; but whatever else there is has its turn after each batch.
      if (this.waiting.length > 0) await this.commitBatch();
      await this.others.shift()?.();
    }
    this.running = null;
  }

  private async commitBatch(): Promise<void> {
    const batch = this.waiting.splice(0, MAX_BATCH);
    try {
      await this.store.commit(batch.map((w) => w.row));
      for (const w of batch) w.resolve();
    } catch (error) {
      this.lose(batch, error);
    }
  }
  /** @param batch what was not stored; nothing else is on its way */
  private lose(batch: readonly Waiting[], reason: unknown): true {
    this.lost++;
    for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(reason);
    return true;
  }
}
