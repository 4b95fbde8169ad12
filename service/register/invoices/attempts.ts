/** How somebody far away has answered lately, and when to ask again. */
import type { Cause } from './e-invoicing.ts';

/** After one failure others are tried yet; then the pauses grow. */
const PAUSES_MS = [0, 5000, 15_000, 30_000, 60_000];

/** The last attempts. */
export class Attempts {
  private failures = 0;
  private nextTry = 0;
  /** The last failure, ms since 1970; null when it answered since. */
  failure: { at: number; text: string; cause?: Cause } | null = null;
  /** When it answered last, ms since 1970; null for not since the start. */
  answeredAt: number | null = null;

  /** Those of a name, kept until the service stops. */
  static in(memory: Map<string, unknown>, name: string): Attempts {
    const known = memory.get(name);
    if (known instanceof Attempts) return known;
    const attempts = new Attempts();
    memory.set(name, attempts);
    return attempts;
  }

  /** Whether it is asked now. After a clock that was set back it is. */
  mayTry(now: number): boolean {
    const longest = PAUSES_MS.at(-1)!;
    return now >= this.nextTry || this.nextTry - now > longest;
  }

  /** Asks again without a pause. */
  forget(): void {
    this.failures = 0;
    this.nextTry = 0;
  }

  /** It answered, whatever it said. */
  succeeded(now: number): void {
    this.failures = 0;
    this.nextTry = 0;
    this.failure = null;
    this.answeredAt = now;
  }

  /** It did not answer. */
  failed(now: number, text: string, cause?: Cause): void {
    const pause = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)]!;
    this.failures++;
    this.nextTry = now + pause;
    this.failure = { at: now, text, ...(cause && { cause }) };
  }
}
