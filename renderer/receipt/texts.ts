/** Texts of the page of a receipt, in the reader's language. */
import type en from '../../resources/locales/receipt-page/en.json';
import { bestLanguage, type Language } from '../i18n/languages.ts';
import { textFiles } from '../i18n/text-files.ts';

/** All texts of the page. */
export type Texts = typeof en;

const FILES = textFiles<Texts>(import.meta.glob('../../resources/locales/receipt-page/*.json'));

/** The language that the browser asks for. */
export function readersLanguage(): Language {
  return bestLanguage(navigator.languages);
}

/** Loads the texts of a language. */
export async function textsIn(language: Language): Promise<Texts> {
  return (await FILES[language]()).default;
}
