/** Words of the shell: tray, menus, notices, questions and its own pages. `{name}` marks a place to fill. */
import de from '../resources/locales/shell/de.json' with { type: 'json' };
import en from '../resources/locales/shell/en.json' with { type: 'json' };
import hr from '../resources/locales/shell/hr.json' with { type: 'json' };
import pt from '../resources/locales/shell/pt.json' with { type: 'json' };

/** All words in one language, whose ISO 639 code is `language`. */
export type Texts = typeof en & { language: string };

const languages: Record<string, typeof en> = { de, en, hr, pt };

/** Texts for a locale such as `pt-PT`; English for a language without texts. */
export function textsFor(locale: string): Texts {
  const wanted = locale.toLowerCase().split(/[-_]/)[0]!;
  const language = Object.hasOwn(languages, wanted) ? wanted : 'en';
  return { language, ...languages[language]! };
}

/** Fills the marked places of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
