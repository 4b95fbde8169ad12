/** Time of day of a moment, in the time zone of this device. */
export function formatTime(moment: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(moment);
}

/** Day and time of a moment to the minute, in the time zone of this device. */
export function formatInstant(moment: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}

const local = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/;

/**
 * Date and time as printed, from the local time of a document.
 *
 * Not by Intl: the laws want `YYYY-MM-DD` or the like, and a local time must
 * not be moved by the time zone of the device that shows it.
 */
export function printedDate(text: string): string {
  const parts = local.exec(text);
  if (!parts) return text;
  const [, year, month, day, time] = parts;
  return time === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${time}`;
}
