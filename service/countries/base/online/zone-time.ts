/** Local time of a country, whatever the machine is set to. */

/** Makes a clock face: milliseconds since 1970 as `YYYY-MM-DDThh:mm:ss`. @param timeZone e.g. `Europe/Zagreb` */
export function zoneTime(timeZone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (ms) => format.format(ms).replace(' ', 'T');
}
