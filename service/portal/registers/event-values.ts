/** How the parameters of events are written for people: dates, times and countries the way of the language. */
import type { EventParameters } from './notifications.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const MONTH = /^\d{4}-\d\d$/;
/** As clocks in the shop show it, without an offset. */
const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::\d\d)?$/;
const COUNTRY = /^[A-Z]{2}$/;

/** What the form of a word depends on, in texts that have one for each number. */
const COUNTED = ['count', 'days', 'minutes'];

/**
 * Values for the placeholders of a text. What has the form of a date by name and content is written as one, and all
 * else as it came: registers of any version, or those who pose as one, have sent it.
 */
export function eventValues(params: EventParameters, locale: string): EventParameters {
  const count = COUNTED.map((name) => params[name]).find((value) => value !== undefined);
  const written = Object.entries(params).map(([name, value]) => [name, valueText(name, value, locale)]);
  return { ...(Object.fromEntries(written) as EventParameters), ...(count !== undefined && { count }) };
}

/** Whether a parameter is written as a date or name of its own, so that nothing of it is left as it came. */
export function isWritten(name: string, value: string): boolean {
  return valueText(name, value, 'en') !== value;
}

function valueText(name: string, value: string | number, locale: string): string | number {
  if (typeof value !== 'string') return value;
  const write = (iso: string, options: Intl.DateTimeFormatOptions) => {
    const at = Date.parse(iso);
    if (Number.isNaN(at)) return value;
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
  };
  switch (name) {
    case 'date':
    case 'due':
      return DAY.test(value) ? write(`${value}T00:00:00Z`, { dateStyle: 'medium' }) : value;
    case 'month':
      return MONTH.test(value) ? write(`${value}-01T00:00:00Z`, { month: 'long', year: 'numeric' }) : value;
    case 'since':
    case 'deadline':
    case 'last': {
      const [, day, time] = LOCAL_TIME.exec(value) ?? [];
      return day === undefined
        ? value
        : write(`${day}T${time}:00Z`, { dateStyle: 'medium', timeStyle: 'short' });
    }
    case 'country':
      return COUNTRY.test(value)
        ? (new Intl.DisplayNames([locale], { type: 'region' }).of(value) ?? value)
        : value;
    default:
      return value;
  }
}
