import i18next from 'i18next';
import { use } from 'react';
import { addTexts } from '../../i18n/i18n.ts';
import type { Language } from '../../i18n/languages.ts';
import { type TextFiles, textFiles } from '../../i18n/text-files.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Page texts of countries, each file loaded when it is wanted. */
const files = import.meta.glob('../../../resources/locales/countries/*/*.json');

/** Texts on their way, by space and language: a component that waits is drawn again with the same promise. */
const loading = new Map<string, Promise<void>>();

/** A text of a country by its key. */
export type CountryText = (key: string, values: Readonly<Record<string, string | number>>) => string;

/**
 * Texts of a country's page in the language of the page. Waits (`Suspense`) until they are there.
 * No hook may follow it in its component: React 19.3 loses count of hooks behind one that has waited (error 467).
 */
export function useCountryTexts(country: string): CountryText {
  const { language } = useTexts();
  const space = `country-${country}`;
  use(load(space, country, language));
  return i18next.getFixedT(language, space as never) as unknown as CountryText;
}

function load(space: string, country: string, language: Language): Promise<void> {
  const known = loading.get(`${space} ${language}`);
  if (known !== undefined) return known;
  const texts = addTexts(space, textFilesOf(country), language);
  loading.set(`${space} ${language}`, texts);
  return texts;
}

/** @throws where the country has no page texts */
function textFilesOf(country: string): TextFiles {
  const own = Object.entries(files).filter(([path]) => path.includes(`/countries/${country.toLowerCase()}/`));
  if (own.length === 0) throw new Error(`there are no page texts for ${country}`);
  return textFiles(Object.fromEntries(own));
}
