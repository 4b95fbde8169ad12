/** Time of day of a moment, in the time zone of this device. */
export function formatTime(moment: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(moment);
}

/** Day and time of a moment to the minute, in the time zone of this device. */
export function formatInstant(moment: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}
