import type { Clock } from '../clock.ts';

/** A clock that shows what the test says. */
export class ManualClock implements Clock {
  private ms: number;

  /** @param time local time, `YYYY-MM-DDThh:mm:ss` */
  constructor(time = '2026-05-04T12:00:00') {
    this.ms = Date.parse(time);
  }

  now(): number {
    return this.ms;
  }

  /** Sets the local time. */
  set(time: string): void {
    this.ms = Date.parse(time);
  }

  /** Lets time pass. */
  advance(ms: number): void {
    this.ms += ms;
  }
}
