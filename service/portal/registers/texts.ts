/**
 * Words of the portal about registers. What registers report has its words where
 * their own page has them; what the portal notices has words of its own.
 */
import i18next, { type i18n } from 'i18next';
import { z } from 'zod';
import registerDe from '../../../resources/locales/de.json' with { type: 'json' };
import registerEn from '../../../resources/locales/en.json' with { type: 'json' };
import registerHr from '../../../resources/locales/hr.json' with { type: 'json' };
import registerPt from '../../../resources/locales/pt.json' with { type: 'json' };
import de from '../../../resources/locales/portal/de.json' with { type: 'json' };
import en from '../../../resources/locales/portal/en.json' with { type: 'json' };
import hr from '../../../resources/locales/portal/hr.json' with { type: 'json' };
import pt from '../../../resources/locales/portal/pt.json' with { type: 'json' };
import type { EventParameters } from './notifications.ts';

/** Languages that have texts. */
const LANGUAGES = {
  en: { ...en, problem: registerEn.problem },
  de: { ...de, problem: registerDe.problem },
  hr: { ...hr, problem: registerHr.problem },
  pt: { ...pt, problem: registerPt.problem },
};

/** Language that stands in for those without texts. */
const FALLBACK: Language = 'en';

/** A language with texts. */
export type Language = keyof typeof LANGUAGES;

const texts: i18n = i18next.createInstance();
void texts.init({
  initAsync: false,
  fallbackLng: FALLBACK,
  resources: Object.fromEntries(
    Object.entries(LANGUAGES).map(([language, translation]) => [language, { translation }]),
  ),
  // Registers of another version may leave out what a text asks for.
  missingInterpolationHandler: () => '–',
  // JSON is no HTML.
  interpolation: { escapeValue: false },
});

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** A language by its code: ISO 639-1, with or without a country or script behind it. */
export const languageCode = () =>
  z
    .string()
    .regex(/^[A-Za-z]{2}(-[A-Za-z0-9]{2,8}){0,3}$/, 'language')
    .refine(isLanguage)
    .default('en-US');

/** Whether a code is one of a language; the list of names throws at what cannot be one. */
function isLanguage(code: string): boolean {
  const language = /^[a-z]{2}(?![a-z])/i.exec(code)?.[0];
  return language !== undefined && NAMES.of(language.toLowerCase()) !== undefined;
}

/** The language of the texts for a code. */
export function languageFor(code: string): Language {
  const language = code.slice(0, 2).toLowerCase();
  return Object.hasOwn(LANGUAGES, language) ? (language as Language) : FALLBACK;
}

/** Title of an event, and what to do. */
export interface EventText {
  title: string;
  fix: string;
}

/** What to tell people about an event; for codes without words the code itself. */
export function eventText(language: Language, code: string, params: EventParameters): EventText {
  const group = Object.hasOwn(en.event, code) ? 'event' : 'problem';
  const isKnown = group === 'event' || Object.hasOwn(registerEn.problem, code);
  const key = `${group}.${isKnown ? code : 'UNKNOWN'}`;
  const options = { lng: language, replace: { ...params, code } };
  return { title: texts.t(`${key}.title`, options), fix: texts.t(`${key}.fix`, options) };
}

/** Name of a product. */
export function productName(language: Language, name: string): string {
  return texts.t(`product.${name}`, { lng: language });
}
