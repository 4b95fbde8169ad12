/** Things that go wrong again and again are logged once, and once more when they are over. */
import type { Log } from '../log.ts';

/** What was not met for so many polls, 6 s, is over: everything that fails is tried again at each poll. */
const OVER_AFTER_POLLS = 20;

/** Troubles that last, by their text. */
export class Troubles {
  private readonly log: Log;
  /** Poll at which each was met last. */
  private readonly met = new Map<string, number>();
  private polls = 0;

  constructor(log: Log) {
    this.log = log;
  }

  /** Logs a trouble unless it is a known one that goes on. File names in it may hold anything. */
  meet(trouble: string): void {
    const text = trouble.replace(/\p{Cc}/gu, '?');
    if (!this.met.has(text)) this.log.warn(`file interface: ${text}`);
    this.met.set(text, this.polls);
  }

  /** Counts a poll; says which troubles are over. */
  poll(): void {
    this.polls++;
    for (const [text, poll] of this.met) {
      if (this.polls - poll < OVER_AFTER_POLLS) continue;
      this.met.delete(text);
      this.log.info(`file interface: over: ${text}`);
    }
  }
}
