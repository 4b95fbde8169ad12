/** How often something is done in a minute. */
import type { SteadyClock } from '../../clock.ts';
import { Problem } from '../problem.ts';

const MINUTE_MS = 60_000;
/** Names counted at a time; beyond, everything begins anew. */
const MOST_NAMES = 100_000;

/** Counts by name, each minute anew. */
export class Pace {
  readonly #clock: SteadyClock;
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #minute = -1;

  /** @param most so often in a minute */
  constructor(clock: SteadyClock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  /**
   * Counts once more.
   * @throws Problem 429 when it was too often
   */
  take(name: string): void {
    const elapsed = this.#clock.elapsed();
    const minute = Math.floor(elapsed / MINUTE_MS);
    if (minute !== this.#minute || this.#counts.size >= MOST_NAMES) {
      this.#minute = minute;
      this.#counts.clear();
    }
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    if (count <= this.#most) return;
    const wait = Math.ceil(((minute + 1) * MINUTE_MS - elapsed) / 1000);
    throw new Problem(429, `too often: wait for ${wait} seconds`, [], wait);
  }
}
