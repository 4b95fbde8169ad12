import { useTranslation } from 'react-i18next';
import { isLanguage, type Language, localeFor } from '../../i18n/languages.ts';

/** Texts of the portal's page and number habits of the chosen language, for a component. */
export function usePortalTexts() {
  const { t, i18n } = useTranslation('portal');
  const language: Language = isLanguage(i18n.language) ? i18n.language : 'en';
  return { t, language, locale: localeFor(language, navigator.languages) };
}
