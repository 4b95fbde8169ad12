/** Local time of a country, whatever the machine is set to. */

/** Makes a clock face: milliseconds since 1970 as `YYYY-MM-DDThh:mm:ss`. @param timeZone e.g. `Europe/Zagreb` */
export function zoneTime(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (ms) => format.format(ms).replace(' ', 'T');
}

/** Makes a clock face with its offset: milliseconds since 1970 as `2027-01-09T16:45:36+01:00`, also in the hour that comes twice. */
export function zoneMoment(timeZone: string): (ms: number) => string {
  const face = zoneTime(timeZone);
  return (ms) => {
    const local = face(ms);
    return local + offsetText(Date.parse(`${local}Z`) - Math.floor(ms / 1000) * 1000);
  };
}

/** Writes the offset behind a local time: `2027-01-09T16:45:36` as `2027-01-09T16:45:36+01:00`. In the hour that comes twice the later one. */
export function withOffset(face: (ms: number) => string): (local: string) => string {
  const offsetAt = (ms: number) => Date.parse(`${face(ms)}Z`) - ms;
  return (local) => {
    const asUtc = Date.parse(`${local}Z`);
    return local + offsetText(offsetAt(asUtc - offsetAt(asUtc)));
  };
}

/** `+01:00` of milliseconds. */
function offsetText(ms: number): string {
  const minutes = ms / 60_000;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}
