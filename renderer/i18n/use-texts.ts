import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from './i18n.ts';
import { isLanguage, type Language, localeFor } from './languages.ts';

/** Texts and number habits of the chosen language, for a component. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  const language: Language = isLanguage(i18n.language) ? i18n.language : 'en';
  return { t, language, locale: localeFor(language, navigator.languages) };
}

/** What {@link useTexts} gives. */
export type Texts = ReturnType<typeof useTexts>;

/** Texts in one language whatever that of the page is; null until they are there. */
export function useTextsIn(language: Language) {
  const { i18n } = useTranslation();
  const [, setLoaded] = useState(false);
  const isThere = i18n.hasResourceBundle(language, 'translation');
  useEffect(() => {
    if (isThere) return;
    // Without them a page shows what it has.
    void loadTexts(language).then(
      () => setLoaded(true),
      () => undefined,
    );
  }, [isThere, language]);
  return isThere ? i18n.getFixedT(language) : null;
}
