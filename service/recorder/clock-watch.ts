/** Notices a clock that is off: by what the portal tells of its own with each sign of life. */
import type { Problem } from '../wire.ts';

const MINUTE_MS = 60_000;
/** Far more than the way of an answer takes. */
const OFF_MS = 2 * MINUTE_MS;
/** Nobody is told again and again by a clock that stays near the bound. */
const RIGHT_MS = MINUTE_MS;

/** One register's clock. */
export class ClockWatch {
  /** What is shown, ms; null while the clock is right. */
  #shown: number | null = null;

  /** @param offsetMs milliseconds that the clock is behind the portal's, negative when it is ahead */
  measured(offsetMs: number): void {
    const off = Math.abs(offsetMs);
    if (off < (this.#shown === null ? OFF_MS : RIGHT_MS)) this.#shown = null;
    // Each change of what is shown is a sign of life of its own.
    else if (this.#shown === null || Math.abs(off - this.#shown) >= MINUTE_MS) this.#shown = off;
  }

  /** What a person should know. */
  get problems(): Problem[] {
    if (this.#shown === null) return [];
    const minutes = Math.max(1, Math.round(this.#shown / MINUTE_MS));
    return [{ code: 'CLOCK_OFF', severity: 'warning', params: { minutes } }];
  }
}
