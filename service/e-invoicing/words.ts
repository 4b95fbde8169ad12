/** What stands in mails with invoices, in the language of the register. */
import { localeFile, texts } from '../locales.ts';
import type { Parcel } from './contract.ts';

const words = texts((language) => localeFile('e-invoice-mail', language));

/** Subject and text of a mail. */
export function mailWords(
  language: string,
  { kind, number, seller, test }: Pick<Parcel, 'kind' | 'number' | 'seller' | 'test'>,
): { subject: string; text: string } {
  const say = words.in(language);
  const line = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const values = { number: line(number), seller: line(seller) };
  const name = kind === '381' ? 'creditNote' : 'invoice';
  const mark = test ? `${say('test')} ` : '';
  return { subject: mark + say(`${name}.subject`, values), text: mark + say(`${name}.text`, values) };
}
