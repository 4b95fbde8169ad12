import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import de from '../../resources/locales/de.json';
import en from '../../resources/locales/en.json';
import pt from '../../resources/locales/pt.json';
import { recall, remember } from '../app/memory.ts';
import { bestLanguage, isLanguage, type Language, localeFor } from './languages.ts';

const memory = 'tillmark.language';

/** Start the texts, in the remembered language or in the browser's. */
export function startTexts(): void {
  const remembered = recall(memory);
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = localeFor(isLanguage(language) ? language : 'en', navigator.languages);
  });
  void i18next.use(initReactI18next).init({
    resources: { en: { translation: en }, pt: { translation: pt }, de: { translation: de } },
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
