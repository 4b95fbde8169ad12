/** Times of the export: RFC 3339. */

const OFFSETS = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' });

/** Offsets of hours that were looked up; a day of sales has few of them. */
const known = new Map<string, string>();
const MOST_HOURS = 1000;

/**
 * A local time of Germany with its offset: `2026-01-01T10:01:30+01:00`. Of an hour that
 * comes twice in autumn the first one counts, as everywhere in the register.
 * @param local `YYYY-MM-DDThh:mm:ss`
 */
export function withOffset(local: string): string {
  const hour = local.slice(0, 13);
  let offset = known.get(hour);
  if (offset === undefined) {
    if (known.size >= MOST_HOURS) known.clear();
    known.set(hour, (offset = offsetOf(local)));
  }
  return local + offset;
}

function offsetOf(local: string): string {
  const summer = Date.parse(`${local}+02:00`);
  if (Number.isNaN(summer)) throw new RangeError(`${JSON.stringify(local)} is no time`);
  return OFFSETS.format(summer).endsWith('+02:00') ? '+02:00' : '+01:00';
}

/** A moment as the TSE's times are written: UTC with milliseconds. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}
