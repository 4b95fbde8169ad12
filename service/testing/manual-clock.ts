import type { SteadyClock } from '../clock.ts';

/** A clock that shows what the test says. */
export class ManualClock implements SteadyClock {
  private ms: number;
  private passed = 0;

  /** @param time local time, `YYYY-MM-DDThh:mm:ss`, an ISO 8601 time with its offset, or ms since 1970 */
  constructor(time: string | number = '2026-05-04T12:00:00') {
    this.ms = milliseconds(time);
  }

  now(): number {
    return this.ms;
  }

  elapsed(): number {
    return this.passed;
  }

  /** Sets the time, as somebody who puts the clock: no time passes by that. */
  set(time: string | number): void {
    this.ms = milliseconds(time);
  }

  /** Lets time pass. */
  advance(ms: number): void {
    this.ms += ms;
    this.passed += ms;
  }
}

function milliseconds(time: string | number): number {
  return typeof time === 'string' ? Date.parse(time) : time;
}
