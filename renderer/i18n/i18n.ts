import i18next, { type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import de from '../../resources/locales/de.json';
import en from '../../resources/locales/en.json';
import pt from '../../resources/locales/pt.json';
import { recall, remember } from '../app/memory.ts';
import { bestLanguage, isLanguage, type Language, localeFor } from './languages.ts';

const memory = 'tillmark.language';

/** Texts of a page by the name of their space. */
type Spaces = Record<string, ResourceKey>;

/**
 * Start the texts, in the remembered language or in the browser's.
 * @param more texts of a page of its own, besides those that the components bring
 */
export function startTexts(more: Partial<Record<Language, Spaces>> = {}): void {
  const remembered = recall(memory);
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = localeFor(isLanguage(language) ? language : 'en', navigator.languages);
  });
  void i18next.use(initReactI18next).init({
    resources: {
      en: { translation: en, ...more.en },
      pt: { translation: pt, ...more.pt },
      de: { translation: de, ...more.de },
    },
    lng: isLanguage(remembered) ? remembered : bestLanguage(navigator.languages),
    fallbackLng: 'en',
    // React escapes by itself.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}

/** Show the page in another language from now on. */
export function chooseLanguage(language: Language): void {
  remember(memory, language);
  void i18next.changeLanguage(language);
}
