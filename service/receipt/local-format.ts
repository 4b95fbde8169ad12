/**
 * Decimals and dates as people of a language write them on paper. No `Intl`: the
 * same receipt must look the same on every machine and after every update.
 */

/** Separators of thousands and of decimals; a language that is not listed stays with what is sent and signed. */
const SEPARATORS: Readonly<Record<string, { thousands: string; decimals: string }>> = {
  cs: { thousands: ' ', decimals: ',' },
  da: { thousands: '.', decimals: ',' },
  de: { thousands: '.', decimals: ',' },
  es: { thousands: '.', decimals: ',' },
  fr: { thousands: ' ', decimals: ',' },
  hr: { thousands: '.', decimals: ',' },
  hu: { thousands: ' ', decimals: ',' },
  it: { thousands: '.', decimals: ',' },
  nb: { thousands: ' ', decimals: ',' },
  nl: { thousands: '.', decimals: ',' },
  pl: { thousands: ' ', decimals: ',' },
  pt: { thousands: '.', decimals: ',' },
  sk: { thousands: ' ', decimals: ',' },
  sl: { thousands: '.', decimals: ',' },
  sv: { thousands: ' ', decimals: ',' },
};
/** Languages that write the day first; `$1` is the year. */
const DAY_FIRST: Readonly<Record<string, string>> = {
  cs: '$3.$2.$1',
  da: '$3.$2.$1',
  de: '$3.$2.$1',
  es: '$3/$2/$1',
  fr: '$3/$2/$1',
  hr: '$3.$2.$1.',
  hu: '$1.$2.$3.',
  it: '$3/$2/$1',
  nb: '$3.$2.$1',
  nl: '$3/$2/$1',
  sk: '$3.$2.$1',
  sl: '$3.$2.$1',
};
/** Longer ones nobody reads as amounts. */
const DECIMAL = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?$/;

/** `1234.50` as `1.234,50` in German; whatever is no plain decimal stays as it is. */
export function localDecimal(text: string, language: string): string {
  const separators = Object.hasOwn(SEPARATORS, language) ? SEPARATORS[language] : undefined;
  const [, sign, whole, fraction] = (separators && DECIMAL.exec(text)) ?? [];
  if (!separators || whole === undefined) return text;
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])].filter(Boolean);
  return `${sign}${groups.join(separators.thousands)}${fraction === undefined ? '' : separators.decimals + fraction}`;
}

/**
 * `2026-05-04T10:15:30` as `04.05.2026 10:15:30` in German and Slovenian, `04.05.2026. 10:15:30` in Croatian, `04/05/2026 10:15:30` in Italian, else as `2026-05-04 10:15:30`
 * (the Portuguese law wants one of `YYYY-MM-DD` and `DD-MM-YYYY`).
 */
export function localDate(date: string, language: string): string {
  const text = date.slice(0, 19).replace('T', ' ');
  const order = Object.hasOwn(DAY_FIRST, language) ? DAY_FIRST[language] : undefined;
  return order === undefined ? text : text.replace(/^(\d{4})-(\d\d)-(\d\d)/, order);
}
