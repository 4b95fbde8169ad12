/** What stands in mails with invoices, in the language of the register. */
import i18next, { type i18n } from 'i18next';
import de from '../../resources/locales/e-invoice-mail/de.json' with { type: 'json' };
import en from '../../resources/locales/e-invoice-mail/en.json' with { type: 'json' };
import hr from '../../resources/locales/e-invoice-mail/hr.json' with { type: 'json' };
import pt from '../../resources/locales/e-invoice-mail/pt.json' with { type: 'json' };
import type { Parcel } from './contract.ts';

const texts: i18n = i18next.createInstance();
void texts.init({
  initAsync: false,
  fallbackLng: 'en',
  resources: {
    ...{ en: { translation: en }, de: { translation: de }, hr: { translation: hr }, pt: { translation: pt } },
  },
  // A mail of plain text.
  interpolation: { escapeValue: false },
});

/** Subject and text of a mail. */
export function mailWords(
  language: string,
  { kind, number, seller, test }: Pick<Parcel, 'kind' | 'number' | 'seller' | 'test'>,
): { subject: string; text: string } {
  const say = texts.getFixedT(language);
  const line = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const values = { number: line(number), seller: line(seller) };
  const name = kind === '381' ? 'creditNote' : 'invoice';
  const mark = test ? `${say('test')} ` : '';
  return { subject: mark + say(`${name}.subject`, values), text: mark + say(`${name}.text`, values) };
}
