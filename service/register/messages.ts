/** Words the register says to operators and prints on receipts, in the language of its country. */
import i18next, { type i18n } from 'i18next';
import de from '../../resources/locales/register/de.json' with { type: 'json' };
import en from '../../resources/locales/register/en.json' with { type: 'json' };
import hr from '../../resources/locales/register/hr.json' with { type: 'json' };
import it from '../../resources/locales/register/it.json' with { type: 'json' };
import pt from '../../resources/locales/register/pt.json' with { type: 'json' };
import { COUNTRIES } from '../countries/list.ts';
import type { Issue } from '../receipt/issue.ts';

const texts: i18n = i18next.createInstance();
void texts.init({
  initAsync: false,
  fallbackLng: 'en',
  resources: {
    ...{ en: { translation: en }, pt: { translation: pt }, de: { translation: de }, hr: { translation: hr } },
    it: { translation: it },
  },
  // Receipts and JSON are no HTML.
  interpolation: { escapeValue: false },
});

// What single countries say about errors of their own.
for (const { messages = {} } of COUNTRIES) {
  for (const [language, error] of Object.entries(messages)) {
    texts.addResourceBundle(language, 'translation', { error }, true);
  }
}

/** Words of the receipt, by name of the locale files. */
export type Word = keyof (typeof en)['receipt'];

/** A word of the receipt. */
export function word(language: string, name: Word): string {
  return texts.t(`receipt.${name}`, { lng: language });
}

/** Type of a nonfiscal record (NF, NFS) in words; a type that is not known stays as it is. */
export function nonfiscalTitle(language: string, type: string): string {
  const name = type.toLowerCase();
  return Object.hasOwn(en.nonfiscal, name) ? texts.t(`nonfiscal.${name}`, { lng: language }) : type;
}

/** What to tell the operator about these errors: each message once, in order. */
export function userMessage(
  language: string,
  issues: readonly Pick<Issue, 'code' | 'cause' | 'values'>[],
): string {
  const messages = issues.map(({ code, cause, values }) => {
    const key = cause ? `outage.${cause}` : `error.${code.slice(1)}`;
    return texts.t(texts.exists(key, { lng: language }) ? key : 'error.technical', {
      ...values,
      lng: language,
    });
  });
  return [...new Set(messages)].join(' ');
}
