/** Times as FinanzOnline reads and writes them. */

const vienna = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Vienna',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Austrian time with milliseconds and offset: `2026-01-15T11:15:30.457+01:00`. */
export function viennaTime(ms: number): string {
  const offset = offsetAt(ms) / 60_000;
  const pad = (n: number) => String(n).padStart(2, '0');
  const fraction = String(((ms % 1000) + 1000) % 1000).padStart(3, '0');
  return `${vienna.format(ms).replace(' ', 'T')}.${fraction}+${pad(Math.floor(offset / 60))}:${pad(offset % 60)}`;
}

/** Milliseconds since 1970 of an `xs:dateTime`; without a zone it is Austrian time. */
export function timeOf(dateTime: string): number {
  if (/(Z|[+-]\d\d:\d\d)$/.test(dateTime)) return Date.parse(dateTime);
  const asUtc = Date.parse(`${dateTime}Z`);
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

/** How far Austria is ahead of UTC, in milliseconds. */
function offsetAt(ms: number): number {
  const whole = Math.floor(ms / 1000) * 1000;
  return Date.parse(`${vienna.format(whole).replace(' ', 'T')}Z`) - whole;
}
