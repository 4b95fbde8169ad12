/** The profile attribute `App_restart` (doc 2): a restart every day at a time of the shop. */
import { lastTimeOfDay, type Clock } from '../clock.ts';
import { secondsOfDay } from '../settings/attribute-types.ts';
import type { Attributes } from '../settings/attributes.ts';

/** Where the attribute has no value: after the last guest, before the first. */
const USUAL = '3:00';
/** Whoever writes seconds means them. */
const LOOK_MS = 1000;

/** Asks for the daily restart. */
export class DailyRestart {
  private readonly clock: Clock;
  private readonly attributes: () => Attributes;
  private readonly ask: (why: string) => void;
  private timer: NodeJS.Timeout | undefined;
  private time: string | null = null;
  /** Times before this one are over. */
  private since = 0;

  constructor(clock: Clock, attributes: () => Attributes, ask: (why: string) => void) {
    this.clock = clock;
    this.attributes = attributes;
    this.ask = ask;
  }

  /** Watches the time from now on; the attribute may change meanwhile. */
  start(): void {
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Watches no more. */
  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = this.clock.now();
    const time = this.wanted();
    if (time !== this.time) {
      this.time = time;
      this.since = now;
    }
    // A clock that was far ahead must not put the next one off.
    this.since = Math.min(this.since, now);
    if (time === null || lastTimeOfDay(secondsOfDay(time)!, now) <= this.since) return;
    this.since = now;
    this.ask(`daily restart at ${time} (App_restart)`);
  }

  /** The time in force, null without one. */
  private wanted(): string | null {
    const attributes = this.attributes();
    if (!attributes.flag('App_restart')) return null;
    const time = attributes.text('App_restart')!;
    return secondsOfDay(time) === null ? USUAL : time;
  }
}
