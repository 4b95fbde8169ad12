/** The last second of a year, where a company is (doc 1: 31 December 23:59:59). */

/** Countries with several time zones: that of the capital. */
const CAPITALS: Record<string, string> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** What {@link zonedTimestamp} writes: `2026-12-31T23:59:59+01:00`. */
type Timestamp = string;

/** What TypeScript does not know of yet (ECMA-402, Intl Locale Info). */
type WithTimeZones = Intl.Locale & { getTimeZones: () => string[] | undefined };

/** Zones that were asked for. */
const zones = new Map<string, string>();

/** The time zone of a country, by its name of the IANA; UTC where none is known. */
export function zoneOf(country: string | null): string {
  const code = country?.toUpperCase() ?? '';
  if (!/^[A-Z]{2}$/.test(code)) return 'UTC';
  const known = zones.get(code);
  if (known !== undefined) return known;
  const locale = new Intl.Locale('und', { region: code }) as WithTimeZones;
  const zone = CAPITALS[code] ?? locale.getTimeZones()?.[0] ?? 'UTC';
  zones.set(code, zone);
  return zone;
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
