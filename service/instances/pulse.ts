/**
 * Whether this process has been running without a stop. An instance that was paused may hold requests whose client
 * has given up and asked another instance long ago: those must not come through as if they were new.
 */

/** A client gives up no sooner than this. */
const STALL_MS = 1000;
const BEATS = 5;
/** So long behind a stop what comes may have been waiting. */
const GRACE_MS = 300;

/** Beats as long as the process runs. */
export class Pulse {
  private last = performance.now();
  private steadyAt = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param onStall told of each stop */
  constructor(onStall: () => void) {
    this.timer = setInterval(() => {
      if (!this.isSteady) onStall();
    }, STALL_MS / BEATS);
    this.timer.unref();
  }

  /** False for what is met first after a stop. */
  get isSteady(): boolean {
    const now = performance.now();
    if (now - this.last > STALL_MS) this.steadyAt = now + GRACE_MS;
    this.last = now;
    return now >= this.steadyAt;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
