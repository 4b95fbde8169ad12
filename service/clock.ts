/** The one place that asks the system for the time. */

/** A source of time; tests give their own. */
export interface Clock {
  /** Milliseconds since 1970 (UTC). */
  now(): number;
}

/** A clock that can also tell how much time has passed, whatever anybody sets it to: for waiting times. */
export interface SteadyClock extends Clock {
  /** Milliseconds since a moment that is the same for the whole process; goes on evenly, never back. */
  elapsed(): number;
}

/** The clock of the machine. */
export const systemClock: SteadyClock = { now: () => Date.now(), elapsed: () => performance.now() };

/**
 * Steps back of a clock that stop nobody (NTP, leap seconds, a hand that sets it), and
 * how far a till's own clock may be ahead: documents take the later time meanwhile.
 */
export const SMALL_STEP_MS = 15 * 60_000;

/**
 * Milliseconds that a clock is behind a local time, negative when it is not; an empty
 * time is behind all clocks. Of an hour that comes twice in autumn the first one counts.
 */
export function behindBy(clock: Clock, time: string): number {
  return time === '' ? -Infinity : Date.parse(time) - clock.now();
}

/** True when a clock is further behind a local time than a small correction explains. */
export function isFarBehind(clock: Clock, time: string): boolean {
  return behindBy(clock, time) > SMALL_STEP_MS;
}

const pad = (n: number) => String(n).padStart(2, '0');

/** Local time of the shop without offset, `YYYY-MM-DDThh:mm:ss`. */
export function localTime(ms: number): string {
  const d = new Date(ms);
  return `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}T${pad(d.getHours())}:${pad(d.getMinutes())}:${pad(d.getSeconds())}`;
}

/** Local time with its UTC offset, `YYYY-MM-DDThh:mm:ss+01:00`. */
export function offsetTime(ms: number): string {
  const offset = -new Date(ms).getTimezoneOffset();
  const size = Math.abs(offset);
  return `${localTime(ms)}${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** When it was this time of the day last, local time, ms since 1970. @param seconds since midnight */
export function lastTimeOfDay(seconds: number, now: number): number {
  const last = new Date(now);
  last.setHours(0, 0, seconds, 0);
  // One day less, not 24 hours: summer time begins and ends.
  if (last.getTime() > now) last.setDate(last.getDate() - 1);
  return last.getTime();
}
