import i18next from 'i18next';
import type en from '../../resources/locales/en.json';
import type { Problem } from '../../service/wire.ts';
import { countryName } from '../format/country.ts';
import { formatDay, formatDocumentTime, formatMonth } from '../format/day.ts';

/** How the values of a problem are written, by their name; all others are shown as they come. */
const writings: Record<string, (text: string, locale: string) => string> = {
  country: countryName,
  date: formatDay,
  due: formatDay,
  from: formatDay,
  till: formatDay,
  month: formatMonth,
  deadline: localTime,
  last: localTime,
  since: localTime,
};

/** What the form of a word depends on, in texts that have one for each number. */
const COUNTED = ['count', 'days', 'minutes'];

/** A local time as the service writes it for people, `2026-11-21 10:00`; what is none is shown as it comes. */
function localTime(text: string, locale: string): string {
  return formatDocumentTime(text.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T'), locale);
}

/** Values for the placeholders of a problem's texts, the way of the language. */
export function problemValues({ code, params }: Problem, locale: string): Record<string, string | number> {
  const values = Object.entries(params ?? {}).map(([name, value]) => {
    const write = Object.hasOwn(writings, name) ? writings[name] : undefined;
    return [name, write !== undefined && typeof value === 'string' ? write(value, locale) : value];
  });
  const reason = unitReason(params?.['cause']);
  const count = COUNTED.map((name) => params?.[name]).find((value) => typeof value === 'number');
  return {
    ...(Object.fromEntries(values) as Record<string, string | number>),
    ...(count !== undefined && { count }),
    ...(reason !== null && { reason }),
    code,
  };
}

/** What is the matter with a signature unit, in words; null where there are none. */
export function unitReason(cause: unknown): string | null {
  for (const group of ['cause', 'kind'] as const) {
    const key = `units.${group}.${String(cause)}` as `units.cause.${keyof typeof en.units.cause}`;
    if (typeof cause === 'string' && i18next.exists(key)) return i18next.t(key) as string;
  }
  return null;
}
