import type { ResourceKey } from 'i18next';
import { isLanguage, type Language } from './languages.ts';

/** A file of texts, loaded when it is wanted. */
export type TextFile<T = ResourceKey> = () => Promise<{ default: T }>;

/** Files of texts by language: a page loads those of the language that it is read in. */
export type TextFiles<T = ResourceKey> = Readonly<Record<Language, TextFile<T>>>;

/**
 * Files of texts by language.
 * @param files what `import.meta.glob` found, by path: `<language>.json` in one folder
 */
export function textFiles<T = ResourceKey>(
  files: Readonly<Record<string, () => Promise<unknown>>>,
): TextFiles<T> {
  const found = Object.entries(files).flatMap(([path, file]) => {
    const language = /\/([^/]+)\.json$/.exec(path)?.[1];
    return isLanguage(language) ? [[language, file as TextFile<T>] as const] : [];
  });
  // A test keeps every folder complete.
  return Object.fromEntries(found) as Record<Language, TextFile<T>>;
}
