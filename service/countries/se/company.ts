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

/** Years after which nobody runs a business any more, as a plus sign in a personal number says. */
const CENTURY = 100;
/** Nobody runs a business before. */
const LEAST_AGE = 12;

/**
 * The number as the journal export wants it: ten digits of an organisation, twelve of a person. A
 * personal number without its century belongs to whoever is old enough, at most a hundred years.
 * @param today `YYYY-MM-DD`
 */
export function exportedNumber(cfg: Cfg, today: string): string {
  const number = companyNumber(cfg);
  // Organisations have at least 20 where persons have their month.
  if (number.length !== 10 || number[2]! >= '2') return number;
  const youngest = Number(today.slice(0, 4)) - LEAST_AGE;
  const year = Number(number.slice(0, 2));
  const born = Math.floor((youngest - year) / CENTURY) * CENTURY + year;
  const isOld = typeof cfg.Cmp.Org === 'string' && cfg.Cmp.Org.includes('+');
  return `${isOld ? born - CENTURY : born}${number.slice(2)}`;
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
