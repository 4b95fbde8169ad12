/** The one place that asks the system for the time. */

/** A source of time; tests give their own. */
export interface Clock {
  /** Milliseconds since 1970 (UTC). */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

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
