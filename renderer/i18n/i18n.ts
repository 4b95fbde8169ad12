import i18next, { type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { recall, remember } from '../app/memory.ts';
import { bestLanguage, isLanguage, type Language, localeFor } from './languages.ts';
import { type TextFiles, textFiles } from './text-files.ts';

const MEMORY = 'tillmark.language';

/** Files of texts by the name of their space. */
const spaces: Record<string, TextFiles> = {
  // What the components bring.
  translation: textFiles(import.meta.glob('../../resources/locales/*.json')),
};

/** The language that was asked for last; while its texts are on their way, the page shows another one. */
let wanted: Language = 'en';

/**
 * Start the texts, in the remembered language or in the browser's.
 * @param more texts of a page of its own, besides those that the components bring
 */
export async function startTexts(more: Readonly<Record<string, TextFiles>> = {}): Promise<void> {
  Object.assign(spaces, more);
  const remembered = recall(MEMORY);
  wanted = isLanguage(remembered) ? remembered : bestLanguage(navigator.languages);
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = localeFor(isLanguage(language) ? language : 'en', navigator.languages);
  });
  const resources = { [wanted]: await textsOf(wanted) };
  await i18next.use(initReactI18next).init({
    resources,
    lng: wanted,
    // All languages have the same keys.
    fallbackLng: false,
    // React escapes by itself.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}

/** Show the page in another language from now on; it stays as it is when the texts cannot be had. */
export function chooseLanguage(language: Language): void {
  wanted = language;
  void loadTexts(language).then(
    () => {
      if (wanted !== language) return;
      remember(MEMORY, language);
      void i18next.changeLanguage(language);
    },
    () => undefined,
  );
}

/** Loads the texts of a language, for words that a page has in that one whatever its own is. */
export async function loadTexts(language: Language): Promise<void> {
  for (const [space, words] of Object.entries(await textsOf(language)))
    i18next.addResourceBundle(language, space, words);
}

/** Adds texts that a part of the page brings, in a language and in those that are chosen later. */
export async function addTexts(space: string, files: TextFiles, language: Language): Promise<void> {
  spaces[space] = files;
  i18next.addResourceBundle(language, space, (await files[language]()).default);
}

async function textsOf(language: Language): Promise<Record<string, ResourceKey>> {
  const loaded = await Promise.all(
    Object.entries(spaces).map(async ([space, files]) => [space, (await files[language]()).default] as const),
  );
  return Object.fromEntries(loaded);
}
