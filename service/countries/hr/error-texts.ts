/** What operators can do when CIS refuses a message. The texts are in `resources/locales/cis`. */
import de from '../../../resources/locales/cis/de.json' with { type: 'json' };
import en from '../../../resources/locales/cis/en.json' with { type: 'json' };
import hr from '../../../resources/locales/cis/hr.json' with { type: 'json' };
import pt from '../../../resources/locales/cis/pt.json' with { type: 'json' };

const LANGUAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, de, hr, pt };

/** What an error such as `s004` means and what to do about it; null for one that is not known. English for other languages. */
export function cisErrorText(code: string, language: string): string | null {
  const texts = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]! : en;
  return Object.hasOwn(texts, code) ? (texts as Readonly<Record<string, string>>)[code]! : null;
}
