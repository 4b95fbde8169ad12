/** Language of messages to the operator. */
import type { Request } from 'express';
import type { Country } from '../../countries/contract/country.ts';
import { LANGUAGE_NAMES, languageNamed } from '../../locales.ts';
import { namedLanguage } from './named-register.ts';

/** The language with texts that a request asks for first (`Accept-Language`), else English. */
export function languageAsked(request: Request): string {
  // Of languages that are asked for alike, such as by `*`, the first one counts.
  return languageNamed(request.acceptsLanguages('en', ...LANGUAGE_NAMES) || 'en');
}

/** The language of the page that asks, which it names itself (`renderer/api/request.ts`); programs as {@link languageOf}. */
export function languageOfPage(request: Request, country?: Country | null): string {
  return request.headers['accept-language'] === undefined
    ? languageOf(request, country)
    : languageAsked(request);
}

/**
 * The language of the register's country. Where there is no register yet, or none
 * is known, the one that the request asks for (`Accept-Language`), else English.
 * @param country left out: that of the register that the request names
 */
export function languageOf(request: Request, country?: Country | null): string {
  return country?.language ?? namedLanguage(request) ?? languageAsked(request);
}
