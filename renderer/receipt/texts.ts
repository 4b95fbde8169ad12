/** Texts of the page of a receipt, in the reader's language. */
import type en from '../../resources/locales/receipt-page/en.json';
import { bestLanguage, type Language } from '../i18n/languages.ts';

/** All texts of the page. */
export type Texts = typeof en;

const FILES: Readonly<Record<Language, () => Promise<{ default: Texts }>>> = {
  en: () => import('../../resources/locales/receipt-page/en.json'),
  pt: () => import('../../resources/locales/receipt-page/pt.json'),
  de: () => import('../../resources/locales/receipt-page/de.json'),
  hr: () => import('../../resources/locales/receipt-page/hr.json'),
};

/** The language that the browser asks for. */
export function readersLanguage(): Language {
  return bestLanguage(navigator.languages);
}

/** Loads the texts of a language. */
export async function textsIn(language: Language): Promise<Texts> {
  return (await FILES[language]()).default;
}
