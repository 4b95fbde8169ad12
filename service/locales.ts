/**
 * Texts that people read, by space and language: `resources/locales/<space>/<language>.json`.
 * A file is read when the first of its texts is wanted: nobody speaks all languages at once.
 */
import fs from 'node:fs';
import i18next, { type InitOptions, type TFunction } from 'i18next';
import otherNames from '../resources/language-names.json' with { type: 'json' };
import languages from '../resources/languages.json' with { type: 'json' };

/** A language of pages and mails, ISO 639-1. */
export type Language = keyof typeof languages;

/** All of them, English first. Receipts may have others, where their country speaks them. */
export const LANGUAGES = ['en', ...Object.keys(languages).filter((code) => code !== 'en')] as [
  Language,
  ...Language[],
];

const OTHER_NAMES: Readonly<Record<string, string>> = otherNames;

/** Names that somebody may ask for a language by: those of ISO 639-1, and others such as `no`. */
export const LANGUAGE_NAMES: readonly string[] = [...LANGUAGES, ...Object.keys(OTHER_NAMES)];

/** The language of a name or locale (`no`, `pt-BR`, `de_AT`); English where there are no texts. */
export function languageNamed(name: string): Language {
  const wanted = name.toLowerCase().split(/[-_]/)[0]!;
  const code = Object.hasOwn(OTHER_NAMES, wanted) ? OTHER_NAMES[wanted] : wanted;
  return LANGUAGES.find((language) => language === code) ?? 'en';
}

/** Beside this folder in the sources, beside `dist` in a build. */
const FOLDER = ['../resources/locales/', '../../resources/locales/']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => fs.existsSync(url))!;

const SPACE = /^[a-z-]+(\/[a-z]{2})?$/;
const LANGUAGE = /^[a-z]{2}$/;

const read = new Map<string, object | null>();

/** All texts of a space in one language, null where it has none. An empty space is the control page. */
export function localeFile(space: string, language: string): object | null {
  if ((space !== '' && !SPACE.test(space)) || !LANGUAGE.test(language)) return null;
  const path = space === '' ? `${language}.json` : `${space}/${language}.json`;
  const known = read.get(path);
  if (known !== undefined) return known;
  const url = new URL(path, FOLDER);
  const file = fs.existsSync(url) ? (JSON.parse(fs.readFileSync(url, 'utf8')) as object) : null;
  read.set(path, file);
  return file;
}

/** All texts of a space in a language, in English where it has none. */
export function localeOf<T extends object>(space: string, language: string): T {
  return (localeFile(space, language) ?? localeFile(space, 'en')) as T;
}

/** Texts by their keys, in any language. */
export interface Texts {
  /** The texts of a language, each in English where the language has none. */
  in(language: string): TFunction;
}

/**
 * Texts with values and plural forms.
 * @param filesOf what there is in a language, null for one without texts
 */
export function texts(filesOf: (language: string) => object | null, options: InitOptions = {}): Texts {
  const words = i18next.createInstance();
  void words.init({
    initAsync: false,
    fallbackLng: 'en',
    resources: { en: { translation: filesOf('en') ?? {} } },
    // Where texts are put into HTML, they are escaped there.
    interpolation: { escapeValue: false },
    ...options,
  });
  const loaded = new Set(['en']);
  return {
    in(language) {
      if (!loaded.has(language)) {
        loaded.add(language);
        const file = filesOf(language);
        if (file !== null) words.addResourceBundle(language, 'translation', file);
      }
      return words.getFixedT(language);
    },
  };
}
