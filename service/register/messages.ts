/** Words the register says to operators and prints on receipts, in the language of its country. */
import en from '../../resources/locales/register/en.json' with { type: 'json' };
import { COUNTRIES } from '../countries/list.ts';
import { localeFile, texts } from '../locales.ts';
import type { Issue } from '../receipt/issue.ts';

/** Texts of a language, with what single countries say about errors of their own. */
function textsOf(language: string): object | null {
  const own = localeFile('register', language);
  if (own === null) return null;
  const errors = COUNTRIES.map(({ code }) => localeFile(`register/${code.toLowerCase()}`, language));
  return { ...own, error: Object.assign({}, (own as typeof en).error, ...errors) as object };
}

const words = texts(textsOf);

/** Words of the receipt, by name of the locale files. */
export type Word = keyof (typeof en)['receipt'];

/** A word of the receipt. */
export function word(language: string, name: Word): string {
  return words.in(language)(`receipt.${name}`);
}

/** Type of a nonfiscal record (NF, NFS) in words; a type that is not known stays as it is. */
export function nonfiscalTitle(language: string, type: string): string {
  const name = type.toLowerCase();
  return Object.hasOwn(en.nonfiscal, name) ? words.in(language)(`nonfiscal.${name}`) : type;
}

/** What a payment group is called where the till has no name for it; a group of a country stays as it is. */
export function paymentGroup(language: string, group: string): string {
  return Object.hasOwn(en.payment, group) ? words.in(language)(`payment.${group}`) : group;
}

/** What to tell the operator about these errors: each message once, in order. */
export function userMessage(
  language: string,
  issues: readonly Pick<Issue, 'code' | 'cause' | 'message' | 'values'>[],
): string {
  const say = words.in(language);
  const messages = issues.map(({ code, cause, message, values }) => {
    const key = cause ? `outage.${cause}` : `error.${message ?? code.slice(1)}`;
    return say([key, 'error.technical'], values ?? {});
  });
  return [...new Set(messages)].join(' ');
}
