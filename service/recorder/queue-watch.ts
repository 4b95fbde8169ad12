/**
 * Notices records that pile up although the portal answers. A queue that grows while there is no line, and
 * shrinks when it is back, is in order.
 */
import type { Problem } from '../wire.ts';

/** So few wait now and then. */
const FEW = 50;
/** A queue that has not become shorter for so long does not become shorter by itself. */
const STUCK_MS = 15 * 60_000;

/** The queue of one register. */
export class QueueWatch {
  /** The shortest that it was, and since when; null while nothing is to be said of it. */
  #shortest: { queued: number; at: number } | null = null;
  /** What is shown; null while it is in order. */
  #shown: number | null = null;

  /**
   * The portal was heard of.
   * @param queued records that wait for it
   * @param elapsed milliseconds of a clock that goes on evenly
   */
  heard(queued: number, elapsed: number): void {
    if (queued <= FEW) {
      this.#shortest = null;
      this.#shown = null;
      return;
    }
    if (this.#shortest === null || queued < this.#shortest.queued) this.#shortest = { queued, at: elapsed };
    if (this.#shown !== null) this.#show(queued);
    else if (elapsed - this.#shortest.at >= STUCK_MS) this.#shown = queued;
  }

  /** Nobody answers: that the queue grows says nothing. */
  silent(): void {
    this.#shortest = null;
  }

  /** What a person should know. */
  get problems(): Problem[] {
    if (this.#shown === null) return [];
    return [{ code: 'RECORDER_QUEUE', severity: 'warning', params: { count: this.#shown } }];
  }

  /** Each change of what is shown is a sign of life of its own: not with each receipt. */
  #show(queued: number): void {
    if (queued >= 2 * this.#shown! || queued <= this.#shown! / 2) this.#shown = queued;
  }
}
