/** Swedish organisation and personal numbers. */
import type { Cfg } from '../../receipt/cfg.ts';

/**
 * Digits of the number of a company: `Cmp.Org` (`NNNNNN-NNNN`, of a person also with the century),
 * else that in `TaxId`, with or without what makes it a VAT number (`SE556000461501`); empty for what is none.
 */
export function companyNumber({ Cmp }: Cfg): string {
  const org = typeof Cmp.Org === 'string' ? Cmp.Org.trim() : '';
  if (org !== '') return /^(?:\d\d)?\d{6}[-+]?\d{4}$/.test(org) ? org.replace(/\D/g, '') : '';
  return /^(?:SE)?(\d{10})(?:01)?$/i.exec(Cmp.TaxId.replace(/[\s.-]/g, ''))?.[1] ?? '';
}

/** Whether the check digit of the last ten digits is right (Luhn). */
export function hasCheckDigit(number: string): boolean {
  let sum = 0;
  [...number.slice(-10)].forEach((digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return number !== '' && sum % 10 === 0;
}

/** Whether a text is the number of a company or its VAT number, however it is spelled. */
export function isCompanyId(text: string): boolean {
  return hasCheckDigit(companyNumber({ Cmp: { Ctry: 'SE', TaxId: text } }));
}

/** As people write it: `556000-4615`. */
export function shownNumber(number: string): string {
  return number === '' ? '' : `${number.slice(0, -4)}-${number.slice(-4)}`;
}
