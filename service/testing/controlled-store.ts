import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Row } from '../journal/row.ts';
import type { Statement, Store } from '../journal/store.ts';

/** A store whose commits the test holds, counts and lets fail. Everything else goes to a real one. */
export class ControlledStore implements Store {
  /** `<rn>#<sq>` of the rows of every commit that was asked for. */
  readonly commits: string[][] = [];
  private readonly inner: Pick<Store, 'commit'> & Partial<Store>;
  private gate: Promise<void> = Promise.resolve();
  /** What becomes of the commits to come, in order; null for nothing unusual. */
  private failures: ({ error: Error; isStored: boolean } | null)[] = [];
  /** How many commits have failed. */
  failed = 0;
  /** What every look-up fails with. */
  failReads: Error | null = null;

  constructor(inner: Pick<Store, 'commit'> & Partial<Store> = { commit: () => Promise.resolve() }) {
    this.inner = inner;
  }

  /** From now on commits wait until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }

  /** The next commits fail, as a full disk would make them. */
  failNext(times = 1): void {
    for (let i = 0; i < times; i++) this.failures.push(failure(false));
  }

  /**
   * Of the commits to come the n-th one fails.
   * @param isStored it is on the disk all the same, and nobody hears of it: the machine died in between
   */
  failAt(n: number, isStored = false): void {
    while (this.failures.length < n - 1) this.failures.push(null);
    this.failures.push(failure(isStored));
  }

  /** Resolves when this many commits have been asked for. */
  async asked(commits: number): Promise<void> {
    await vi.waitFor(() => {
      if (this.commits.length < commits)
        throw new Error(`${this.commits.length} commits asked for, not ${commits}`);
    });
  }

  async commit(rows: readonly Row[]): Promise<void> {
    this.commits.push(rows.map((row) => `${row.rn}#${row.sq}`));
    // No database answers within the turn in which it was asked.
    await setImmediate();
    await this.gate;
    const failing = this.failures.shift();
    if (failing?.isStored !== false) await this.inner.commit(rows);
    if (!failing) return;
    this.failed++;
    throw failing.error;
  }

  select<T extends object>(sql: string, parameters: Record<string, string | number>): Promise<T[]> {
    if (this.failReads) return Promise.reject(this.failReads);
    return this.inner.select!<T>(sql, parameters);
  }

  async write(statements: readonly Statement[]): Promise<void> {
    await this.inner.write!(statements);
  }

  async shrink(pages: number): Promise<void> {
    await this.inner.shrink!(pages);
  }

  async begin(rn: string): Promise<void> {
    await this.inner.begin!(rn);
  }

  async finish(rn: string): Promise<void> {
    await this.inner.finish!(rn);
  }

  async discard(rn: string): Promise<void> {
    await this.inner.discard!(rn);
  }

  get keepsAll(): boolean {
    return this.inner.keepsAll!;
  }

  list(...args: Parameters<Store['list']>): string {
    return this.inner.list!(...args);
  }

  get registers(): ReadonlyMap<string, number> {
    return this.inner.registers ?? new Map<string, number>();
  }

  async close(): Promise<void> {
    await this.inner.close?.();
  }
}

function failure(isStored: boolean): { error: Error; isStored: boolean } {
  return { error: new Error('SQLITE_FULL: database or disk is full'), isStored };
}
