/** The last second of a year, where a company is (doc 1: 31 December 23:59:59). */

/** Time zones by country; where a country has several, that of its capital. Others are taken as UTC. */
const ZONES: Record<string, string> = {
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CH: 'Europe/Zurich',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  LI: 'Europe/Vaduz',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MT: 'Europe/Malta',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
};

/** What {@link zonedTimestamp} writes: `2026-12-31T23:59:59+01:00`. */
type Timestamp = string;

/** The time zone of a country, by its name of the IANA. */
export function zoneOf(country: string | null): string {
  return ZONES[country?.toUpperCase() ?? ''] ?? 'UTC';
}

/** Milliseconds by which local time is ahead of UTC. */
export function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((p) => p.type === type)!.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(at / 1000) * 1000;
}

/** What a clock in a country shows, as milliseconds since 1970 there. */
export function localTime(at: number, country: string | null): number {
  return at + offsetAt(at, zoneOf(country));
}

/** The point in time at which a clock in a country shows this; of an hour that there is twice, or not at all, one near it. */
export function fromLocalTime(local: number, country: string | null): number {
  return fromZone(local, zoneOf(country));
}

/** The same for a time zone. */
export function fromZone(local: number, zone: string): number {
  // The offset at a first guess, hours away at most, may be the one before a change of the clocks.
  return local - offsetAt(local - offsetAt(local, zone), zone);
}

/** 31 December 23:59:59 of a year where a country is, in milliseconds since 1970. */
export function endOfYear(year: number, country: string | null): number {
  return fromLocalTime(Date.UTC(year, 11, 31, 23, 59, 59), country);
}

/** The year that a country is in. */
export function yearAt(at: number, country: string | null): number {
  return new Date(localTime(at, country)).getUTCFullYear();
}

/** A point in time as a clock in the country shows it, ISO 8601 with the offset from UTC. */
export function zonedTimestamp(at: number, country: string | null): Timestamp {
  const offset = offsetAt(at, zoneOf(country));
  const local = new Date(at + offset).toISOString().slice(0, 19);
  if (offset === 0) return `${local}Z`;
  const minutes = Math.abs(offset) / 60_000;
  const two = (n: number) => String(Math.trunc(n)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
