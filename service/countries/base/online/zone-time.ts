/** Local time of a country, whatever the machine is set to. */

/** Makes a clock face: milliseconds since 1970 as `YYYY-MM-DDThh:mm:ss`. @param timeZone e.g. `Europe/Zagreb` */
export function zoneTime(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (ms) => format.format(ms).replace(' ', 'T');
}

/** Writes the offset behind a local time: `2027-01-09T16:45:36` as `2027-01-09T16:45:36+01:00`. In the hour that comes twice the later one. */
export function withOffset(face: (ms: number) => string): (local: string) => string {
  const offsetAt = (ms: number) => Date.parse(`${face(ms)}Z`) - ms;
  return (local) => {
    const asUtc = Date.parse(`${local}Z`);
    const minutes = offsetAt(asUtc - offsetAt(asUtc)) / 60_000;
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    const two = (value: number) => String(value).padStart(2, '0');
    return `${local}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
  };
}
