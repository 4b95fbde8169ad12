/** When each register talks to the portal next: one exchange of a register at a time. */
import type { SteadyClock } from '../clock.ts';

/** What a schedule works with. */
export interface ScheduleParts {
  /** Talks to the portal. Never rejects; resolves with the milliseconds until it wants to talk again. */
  exchange: (rn: string) => Promise<number>;
  /** How long to wait for the next exchange where something came up during the last one, which wants to wait `ms`. */
  againIn: (rn: string, ms: number) => number;
  clock: SteadyClock;
}

/** Plans of all registers. Before {@link start} and after {@link close} nothing is planned. */
export class Schedule {
  private readonly parts: ScheduleParts;
  private readonly timers = new Map<string, { timer: NodeJS.Timeout; at: number }>();
  /** Exchanges under way, and whether something came up meanwhile. */
  private readonly running = new Map<string, { done: Promise<void>; again: boolean }>();
  private isOpen = false;

  constructor(parts: ScheduleParts) {
    this.parts = parts;
  }

  /** From now on exchanges can be planned. */
  start(): void {
    this.isOpen = true;
  }

  /** An exchange of this register waits for its time. */
  isPlanned(rn: string): boolean {
    return this.timers.has(rn);
  }

  /** An exchange of this register is under way, or {@link alone} keeps them away. */
  isRunning(rn: string): boolean {
    return this.running.has(rn);
  }

  /** Plans an exchange in so many milliseconds, unless there is an earlier one; one under way is told that something came up. */
  plan(rn: string, ms: number): void {
    if (!this.isOpen) return;
    const running = this.running.get(rn);
    if (running) {
      running.again = true;
      return;
    }
    const at = this.parts.clock.elapsed() + ms;
    const planned = this.timers.get(rn);
    if (planned && planned.at <= at) return;
    this.unplan(rn);
    const timer = setTimeout(() => {
      this.timers.delete(rn);
      this.begin(rn);
    }, ms).unref();
    this.timers.set(rn, { timer, at });
  }

  /** Does other work when the exchange under way has ended; none begins before it is done, and one begins then. */
  async alone<T>(rn: string, work: () => Promise<T>): Promise<T> {
    for (let running; (running = this.running.get(rn));) await running.done;
    this.unplan(rn);
    const result = work();
    const done = result.then(
      () => undefined,
      () => undefined,
    );
    this.running.set(rn, { done, again: false });
    try {
      return await result;
    } finally {
      this.running.delete(rn);
      this.plan(rn, 0);
    }
  }

  /** Nothing begins any more. */
  close(): void {
    this.isOpen = false;
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** Resolves when nothing is under way; to be called behind {@link close}. */
  async idle(): Promise<void> {
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private begin(rn: string): void {
    const running = { done: Promise.resolve(), again: false };
    this.running.set(rn, running);
    running.done = this.parts.exchange(rn).then((ms) => {
      this.running.delete(rn);
      this.plan(rn, running.again ? this.parts.againIn(rn, ms) : ms);
    });
  }

  private unplan(rn: string): void {
    clearTimeout(this.timers.get(rn)?.timer);
    this.timers.delete(rn);
  }
}
