/**
 * The journal's database under watch. What it says about itself decides whether
 * selling may go on: a damaged database is not used any more at all, while a
 * full disk refuses one record after the other until there is room again.
 */
import { EventEmitter } from 'node:events';
import type { Row } from '../journal/row.ts';
import type { Statement, Store } from '../journal/store.ts';
import type { OutageCause } from '../receipt/issue.ts';
import { causeOf, explained, OutageError } from '../register/outage.ts';

/** Why the last write was not possible. */
export interface Trouble {
  /** Null when the error says nothing that we know. */
  cause: OutageCause | null;
  /** Words of the database or the system. */
  reason: string;
}

/**
 * After these the database has to be opened again, if it can be: it must not be
 * trusted, or the process has no right to it.
 */
const ENDS = new Set<OutageCause | null>(['damaged', 'denied', 'lost', 'newer', 'older', 'elsewhere']);
/** A page that cannot be read is as good as damaged; one that cannot be written may be written next time. */
const ENDS_READING = new Set<OutageCause | null>([...ENDS, 'io']);

/** A store that notices what goes wrong. Emits `trouble` when {@link WatchedStore.trouble} changes, and `outage` once. */
export class WatchedStore extends EventEmitter<{ trouble: []; outage: [OutageError] }> implements Store {
  private readonly inner: Store;
  private readonly isDiskFull: () => boolean;
  private last: Trouble | null = null;
  private over: OutageError | null = null;

  constructor(inner: Store, isDiskFull: () => boolean) {
    super();
    this.inner = inner;
    this.isDiskFull = isDiskFull;
  }

  /** What kept the last write from being durable; null when it is, or when it could be now. */
  get trouble(): Trouble | null {
    return this.last;
  }

  /** The last write failed for a reason that is gone. */
  recovered(): void {
    this.set(null);
  }

  /** From now on nothing is read or written any more. */
  giveUp(outage: OutageError): void {
    if (this.over) return;
    this.over = outage;
    this.emit('outage', outage);
  }

  get registers(): ReadonlyMap<string, number> {
    return this.inner.registers;
  }

  get keepsAll(): boolean {
    return this.inner.keepsAll;
  }

  list(...args: Parameters<Store['list']>): string {
    return this.inner.list(...args);
  }

  commit(rows: readonly Row[]): Promise<void> {
    return this.writing(() => this.inner.commit(rows), true);
  }

  write(statements: readonly Statement[]): Promise<void> {
    return this.writing(() => this.inner.write(statements));
  }

  begin(rn: string): Promise<void> {
    return this.writing(() => this.inner.begin(rn));
  }

  finish(rn: string): Promise<void> {
    return this.writing(() => this.inner.finish(rn));
  }

  discard(rn: string): Promise<void> {
    return this.writing(() => this.inner.discard(rn));
  }

  shrink(pages: number): Promise<void> {
    return this.writing(() => this.inner.shrink(pages));
  }

  async select<T extends object>(sql: string, parameters: Record<string, string | number>): Promise<T[]> {
    if (this.over) throw this.over;
    try {
      return await this.inner.select<T>(sql, parameters);
    } catch (error) {
      throw this.explain(error, ENDS_READING);
    }
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** @param isSale whatever keeps a record from being stored is trouble; of other work only what concerns records, too */
  private async writing(work: () => Promise<void>, isSale = false): Promise<void> {
    if (this.over) throw this.over;
    try {
      await work();
    } catch (error) {
      const told = this.explain(error, ENDS);
      const cause = causeOf(told);
      if (isSale || cause !== null) this.set({ cause, reason: told.message });
      throw told;
    }
    this.set(null);
  }

  private explain(error: unknown, ends: ReadonlySet<OutageCause | null>): Error {
    // What fails while it is being closed says nothing about the database.
    if (this.over) return this.over;
    const told = explained(error, this.isDiskFull);
    if (told instanceof OutageError && ends.has(told.outage)) this.giveUp(told);
    return told;
  }

  private set(trouble: Trouble | null): void {
    const before = this.last;
    this.last = trouble;
    if (before?.cause !== trouble?.cause || before?.reason !== trouble?.reason) this.emit('trouble');
  }
}
