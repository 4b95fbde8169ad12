/** Languages of the page and of mails. */
import { countryOf } from '../../countries/list.ts';
import { type Language, LANGUAGES } from '../../locales.ts';

/** Of countries that no receipts of ours are written for. */
const ELSEWHERE: Readonly<Record<string, Language>> = { CH: 'de', BR: 'pt' };

/** The language that people of a country most likely read. */
export function languageOf(country: string | null): Language {
  if (country === null) return 'en';
  const ofReceipts = countryOf(country).language;
  return ELSEWHERE[country] ?? LANGUAGES.find((language) => language === ofReceipts) ?? 'en';
}
