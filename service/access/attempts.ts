/** Who has tried in vain, and how long they have to wait. */
import type { SteadyClock } from '../clock.ts';

/** So many wrong ones are forgiven. */
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_MS = 10_000;
/** Nobody waits longer, where nothing else is said. */
const LONGEST_WAIT_MS = 15 * 60_000;
/** Nobody who guesses gains by a pause as long as this one. */
const FORGOTTEN_MS = 60 * 60_000;
/** More than can be wrong in an hour where passwords are hashed; beyond, the one that was quiet for longest is forgotten. */
const MAX_COUNTS = 10_000;

/** How long wrong ones count, ms. */
export interface Patience {
  /** Nobody waits longer. */
  longestWaitMs: number;
  /** After so long without one all are forgotten. */
  forgottenMs: number;
}

interface Count {
  wrong: number;
  /** What they were tried for; null for several things. */
  about: string | null;
  /** When the last one was. Times are {@link SteadyClock.elapsed}. */
  at: number;
  /** Nobody is heard before. */
  until: number;
}

/**
 * Counts wrong passwords and the like by who has tried them: a browser that is known, a place in
 * the network. Each has a count of its own, so that nobody can use up the patience for another.
 */
export class Attempts {
  private readonly clock: SteadyClock;
  private readonly free: number;
  private readonly patience: Patience;
  /** The one that was quiet for longest first. */
  private readonly counts = new Map<string, Count>();
  /** Those who were right before, the latest last. */
  private readonly known = new Set<string>();

  /** @param free so many wrong ones are forgiven */
  constructor(
    clock: SteadyClock,
    free = FREE_ATTEMPTS,
    patience: Patience = { longestWaitMs: LONGEST_WAIT_MS, forgottenMs: FORGOTTEN_MS },
  ) {
    this.clock = clock;
    this.free = free;
    this.patience = patience;
  }

  /**
   * As who somebody is heard: of his names, in the order in which he would have them, the first
   * that need not wait, else the one that waits the shortest.
   */
  heardAs(names: readonly [string, ...string[]]): string {
    return names.reduce((best, name) => (this.waitOf(name) < this.waitOf(best) ? name : best));
  }

  /** Seconds until somebody is heard again; 0 when he is heard now. */
  waitOf(name: string): number {
    const { until } = this.counts.get(name) ?? { until: 0 };
    return Math.max(0, Math.ceil((until - this.clock.elapsed()) / 1000));
  }

  /** How many wrong ones are remembered. */
  wrongOf(name: string): number {
    return this.counts.get(name)?.wrong ?? 0;
  }

  /** Whether somebody was right before. */
  knows(name: string): boolean {
    return this.known.has(name);
  }

  /**
   * A wrong one counts.
   * @param about what it was tried for, such as the account
   */
  wrong(name: string, about = ''): void {
    this.forget();
    const before = this.counts.get(name);
    const wrong = (before?.wrong ?? 0) + 1;
    const vain = wrong - this.free;
    const at = this.clock.elapsed();
    const wait = vain < 0 ? 0 : Math.min(this.patience.longestWaitMs, FIRST_WAIT_MS * 2 ** vain);
    this.counts.delete(name);
    const isSame = before === undefined || before.about === about;
    this.counts.set(name, { wrong, about: isSame ? about : null, at, until: at + wait });
  }

  /**
   * The right one clears the count, unless something else was tried as well: who has an account
   * could guess at others for ever.
   */
  right(name: string, about = ''): void {
    if (this.counts.get(name)?.about === about) this.counts.delete(name);
    this.known.delete(name);
    this.known.add(name);
    const [oldest] = this.known;
    if (this.known.size > MAX_COUNTS) this.known.delete(oldest!);
  }

  /** There is another password: everybody begins anew. */
  clear(): void {
    this.counts.clear();
    this.known.clear();
  }

  private forget(): void {
    const quiet = this.clock.elapsed() - this.patience.forgottenMs;
    for (const [name, { at, until }] of this.counts) {
      if (at >= quiet && this.counts.size < MAX_COUNTS) return;
      if (until < quiet || this.counts.size >= MAX_COUNTS) this.counts.delete(name);
    }
  }
}
