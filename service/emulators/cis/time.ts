/** Times as messages of the CIS have them: Croatian time without a zone, `15.01.2026T11:15:30`. */

const zagreb = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Zagreb',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Milliseconds since 1970 as a message has it. */
export function zagrebTime(ms: number): string {
  const [year, month, day, time] = zagreb.format(ms).split(/[- ]/) as [string, string, string, string];
  return `${day}.${month}.${year}T${time}`;
}

/** Milliseconds since 1970 of a text; null when it is no time. In the hour that comes twice the later one. */
export function timeOf(text: string): number | null {
  const [, day, month, year, time] =
    /^(\d\d)\.(\d\d)\.([12]\d{3})T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/.exec(text) ?? [];
  const asUtc =
    dayOf(`${day}.${month}.${year}`) === null ? NaN : Date.parse(`${year}-${month}-${day}T${time}Z`);
  return Number.isNaN(asUtc) ? null : asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

/** `2026-01-15` of `15.01.2026`; null when it is no day. */
export function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.([12]\d{3})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const ms = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(iso) ? iso : null;
}

/** How far Croatia is ahead of UTC, in milliseconds. */
function offsetAt(ms: number): number {
  const whole = Math.floor(ms / 1000) * 1000;
  return Date.parse(`${zagreb.format(whole).replace(' ', 'T')}Z`) - whole;
}
