/** Currencies of the world: which one a country has, and how many digits behind the point (ISO 4217). */
import table from '../../resources/currencies.json' with { type: 'json' };

/** A currency and its smallest unit. */
export interface Currency {
  /** ISO 4217. */
  code: string;
  /** Digits behind the point: 2 for cents. */
  digits: number;
}

const USUAL_DIGITS = 2;
const DIGITS: Readonly<Record<string, number>> = table.digits;
const COUNTRIES: Readonly<Record<string, string>> = table.countries;
/** Amounts of these are printed without a fraction that is nothing: no coin is less than one. */
const WHOLE: ReadonlySet<string> = new Set(table.wholeOnPaper);
const CODES: ReadonlySet<unknown> = new Set(Object.values(COUNTRIES));
/** Where nobody knows better. */
const EURO: Currency = { code: 'EUR', digits: USUAL_DIGITS };

/** True for the code of a currency that is money in some country. */
export function isCurrency(code: unknown): code is string {
  return CODES.has(code);
}

/** An amount in a currency as its country prints it: `590` for 590.00 forint. */
export function printedAmount(amount: string, code: string): string {
  return WHOLE.has(code) ? amount.replace(/\.0*$/, '') : amount;
}

/** A currency by its code; one that is not known has cents. */
export function currency(code: string): Currency {
  return { code, digits: (Object.hasOwn(DIGITS, code) ? DIGITS[code] : undefined) ?? USUAL_DIGITS };
}

/** Currency of a country (ISO 3166 alpha-2); the euro for a code that is none. */
export function currencyOf(country: string): Currency {
  const code = Object.hasOwn(COUNTRIES, country) ? COUNTRIES[country] : undefined;
  return code === undefined ? EURO : currency(code);
}

/**
 * The currency of registers whose configuration names none: that of the country,
 * always with cents. So versions before counted, and their journals go on.
 */
export function unnamedCurrencyOf(country: string): Currency {
  return { ...currencyOf(country), digits: USUAL_DIGITS };
}
