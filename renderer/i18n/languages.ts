import otherNames from '../../resources/language-names.json';
import languages from '../../resources/languages.json';

/** Languages of the page in the order of their own names. `locale` writes amounts and dates. */
export const LANGUAGES = languages;

/** A language of the page. */
export type Language = keyof typeof LANGUAGES;

/** Is this a language of the page? */
export function isLanguage(code: string | null | undefined): code is Language {
  return typeof code === 'string' && Object.hasOwn(LANGUAGES, code);
}

/** Other names of languages, as browsers may have them. */
const OTHER_NAMES: Readonly<Record<string, string>> = otherNames;

/** First wish the page can fulfil; a wish is a browser language such as `pt-BR`. */
export function bestLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const name = wish.toLowerCase().split('-')[0]!;
    const code = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : name;
    if (isLanguage(code)) return code;
  }
  return 'en';
}

/**
 * How to write amounts and dates: the user's own habit where it belongs to the
 * language of the page (`de-AT`, `en-IE`), else the language's usual one.
 * Portuguese stays European, as its texts are.
 */
export function localeFor(language: Language, wishes: readonly string[]): string {
  if (language === 'pt') return LANGUAGES.pt.locale;
  return wishes.find((wish) => wish.toLowerCase().startsWith(`${language}-`)) ?? LANGUAGES[language].locale;
}
