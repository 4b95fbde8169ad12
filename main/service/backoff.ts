/** Seconds before the first, second, ... restart in a row; the last one repeats. */
const STEPS = [1, 2, 4, 8, 16, 30];

/** Growing pause between restarts, so that a service that cannot start does not eat the machine. */
export class Backoff {
  private attempt = 0;

  /** Counts one more attempt and tells how long to wait before it, in milliseconds. */
  next(): { attempt: number; delay: number } {
    const seconds = STEPS[Math.min(this.attempt, STEPS.length - 1)] ?? 30;
    this.attempt += 1;
    return { attempt: this.attempt, delay: seconds * 1000 };
  }

  /** Starts over, after the service has proved itself or a person asked for a start. */
  reset(): void {
    this.attempt = 0;
  }
}
