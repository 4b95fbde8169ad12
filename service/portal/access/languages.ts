/** Languages of the page and of mails. */

/** ISO 639-1 codes. */
export const LANGUAGES = ['en', 'de', 'pt'] as const;

/** See {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

const OF_COUNTRY: Readonly<Record<string, Language>> = { AT: 'de', DE: 'de', CH: 'de', PT: 'pt', BR: 'pt' };

/** The language that people of a country most likely read. */
export function languageOf(country: string | null): Language {
  return OF_COUNTRY[country ?? ''] ?? 'en';
}
