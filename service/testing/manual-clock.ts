import type { SteadyClock } from '../clock.ts';

/** A clock that shows what the test says. */
export class ManualClock implements SteadyClock {
  private ms: number;
  private passed = 0;

  /** @param time local time, `YYYY-MM-DDThh:mm:ss` */
  constructor(time = '2026-05-04T12:00:00') {
    this.ms = Date.parse(time);
  }

  now(): number {
    return this.ms;
  }

  elapsed(): number {
    return this.passed;
  }

  /** Sets the local time, as somebody who puts the clock: no time passes by that. */
  set(time: string): void {
    this.ms = Date.parse(time);
  }

  /** Lets time pass. */
  advance(ms: number): void {
    this.ms += ms;
    this.passed += ms;
  }
}
