import { formatInstant } from '../format/date.ts';

/**
 * A point in time that the portal told, in the words of the language.
 * @param text ISO 8601; null, and what is no time, is written as a dash
 */
export function timeText(text: string | null, locale: string): string {
  const moment = Date.parse(text ?? '');
  return Number.isNaN(moment) ? '–' : formatInstant(moment, locale);
}
