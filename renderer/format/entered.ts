/**
 * An amount as people write it, as decimal text; empty for none, null for what is no amount.
 * The last comma or point before one or two digits is the decimal sign; all others are marks of thousands.
 */
export function decimalOf(entered: string, locale: string): string | null {
  // As some languages write what is below nought.
  const text = entered.trim().replace('\u2212', '-');
  if (text === '') return '';
  const marks = new Intl.NumberFormat(locale).formatToParts(1234567).find(({ type }) => type === 'group');
  const [, whole = '', fraction = ''] = /^(-?[\d.,'\u00a0\u202f ]*?)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  const digits = whole.replaceAll(marks?.value ?? ',', '').replaceAll(/['\u00a0\u202f ]/g, '');
  if (!/^-?\d{1,12}$/.test(digits)) return null;
  return fraction === '' ? digits : `${digits}.${fraction}`;
}
