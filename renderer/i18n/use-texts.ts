import { useTranslation } from 'react-i18next';
import { isLanguage, type Language, localeFor } from './languages.ts';

/** Texts and number habits of the chosen language, for a component. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  const language: Language = isLanguage(i18n.language) ? i18n.language : 'en';
  return { t, language, locale: localeFor(language, navigator.languages) };
}
