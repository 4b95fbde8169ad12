/** Who has tried a password in vain, and how long they have to wait. */
import type { Clock } from '../clock.ts';

/** So many wrong ones are forgiven. */
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Nobody who guesses gains by a pause as long as this one. */
const FORGOTTEN_MS = 60 * 60_000;
/** More addresses than any shop has; beyond, all newcomers share one count. */
const MAX_ADDRESSES = 1000;

interface Count {
  wrong: number;
  /** Nobody is heard before, milliseconds since 1970. */
  until: number;
}

/** Counts wrong passwords by address. */
export class Attempts {
  readonly #clock: Clock;
  readonly #free: number;
  readonly #counts = new Map<string, Count>();

  /** @param free so many wrong ones are forgiven */
  constructor(clock: Clock, free = FREE_ATTEMPTS) {
    this.#clock = clock;
    this.#free = free;
  }

  /** Seconds that an address has to wait before it is heard again; 0 when it is heard now. */
  waitOf(address: string): number {
    const { until } = this.#counts.get(this.#keyOf(address)) ?? { until: 0 };
    return Math.max(0, Math.ceil((until - this.#clock.now()) / 1000));
  }

  /** A wrong one counts against the address. */
  wrong(address: string): void {
    this.#forget();
    const key = this.#keyOf(address);
    const wrong = (this.#counts.get(key)?.wrong ?? 0) + 1;
    const vain = wrong - this.#free;
    const wait = vain < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** vain);
    this.#counts.set(key, { wrong, until: this.#clock.now() + wait });
  }

  /** The right one clears the address. */
  right(address: string): void {
    this.#counts.delete(this.#keyOf(address));
  }

  /** There is another password: everybody begins anew. */
  clear(): void {
    this.#counts.clear();
  }

  #forget(): void {
    const quiet = this.#clock.now() - FORGOTTEN_MS;
    for (const [key, { until }] of this.#counts) if (until < quiet) this.#counts.delete(key);
  }

  #keyOf(address: string): string {
    const isKnown = this.#counts.has(address) || this.#counts.size < MAX_ADDRESSES;
    return isKnown ? address : '';
  }
}
