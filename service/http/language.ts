/** Language of messages to the operator. */
import type { Request } from 'express';
import type { Country } from '../countries/contract/country.ts';

/**
 * The language of the register's country. Where there is no register yet, or none
 * is known, the one that the request asks for (`Accept-Language`), else English.
 */
export function languageOf(request: Request, country?: Country | null): string {
  return country?.language ?? (request.acceptsLanguages('en', 'de', 'hr', 'pt') || 'en');
}
