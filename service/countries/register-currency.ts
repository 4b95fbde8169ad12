/** The currency and the language of a register: its country's, unless the configuration names another one. */
import type { Cfg } from '../receipt/cfg.ts';
import { currency, currencyOf, isCurrency, type Currency } from '../receipt/currency.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Attributes } from '../receipt/tra.ts';
import type { Country } from './contract/country.ts';
import { countryOf } from './list.ts';

/** What says in which country and currency a register sells; records that are read back may hold anything. */
interface Place {
  Cmp: { Ctry: string; Currency?: unknown };
  Loc?: Attributes | undefined;
  Trm?: Attributes | undefined;
}

const known = new WeakMap<Country, Map<string, Country>>();

/** The module of a configuration's country, with the currency and the language of its register. */
export function countryFor(cfg: Place): Country {
  const country = countryOf(cfg.Cmp.Ctry);
  const told = named(cfg);
  const code = country.otherCurrencies && isCurrency(told) ? told : null;
  const language = country.languageOf?.({ Trm: cfg.Trm ?? {} }) ?? country.language;
  if (code === null && language === country.language) return country;
  const others = known.get(country) ?? new Map<string, Country>();
  known.set(country, others);
  const key = `${code ?? ''} ${language}`;
  const made = others.get(key) ?? {
    ...country,
    language,
    ...(code !== null && { currency: currency(code) }),
  };
  others.set(key, made);
  return made;
}

/** Extension attribute `Currency` of Cfg: the location's before the company's. */
function named({ Cmp, Loc }: Place): unknown {
  return Loc?.Currency ?? Cmp.Currency;
}

/**
 * Names the currency in a configuration that does not, where it would not be clear
 * from the country alone: it has no cents, or the register goes on in another one.
 * @param before the configuration under which the register has receipts; null without receipts
 */
export function withCurrency(cfg: Cfg, before: Cfg | null): Cfg {
  const country = countryOf(cfg.Cmp.Ctry);
  if (named(cfg) !== undefined || !country.otherCurrencies) return cfg;
  const goesOn = before?.Cmp.Ctry === cfg.Cmp.Ctry;
  const code = goesOn ? named(before) : currencyOf(cfg.Cmp.Ctry).code;
  const isClear = !isCurrency(code) || sameCurrency(country.currency, currency(code));
  return isClear ? cfg : { ...cfg, Cmp: { ...cfg.Cmp, Currency: code } };
}

/**
 * What is wrong with the currency of a configuration.
 * @param before as in {@link withCurrency}: sums and numbers of a register are of one currency
 */
export function checkCurrency(cfg: Cfg, before: Cfg | null): Issue[] {
  const country = countryOf(cfg.Cmp.Ctry);
  const issues = (
    [
      ['Cmp', cfg.Cmp.Currency],
      ['Loc', cfg.Loc?.Currency],
    ] as const
  ).flatMap(([record, code]) => {
    const path = `Cfg.${record}.Currency`;
    if (code === undefined || code === country.currency.code) return [];
    if (!isCurrency(code))
      return [issue('#CFG', path, 'must be the ISO 4217 code of a currency, such as CHF')];
    if (country.otherCurrencies) return [];
    return [issue('#CFG', path, `documents of ${country.code} are in ${country.currency.code}`)];
  });
  if (issues.length > 0 || !before) return issues;
  const [now, then] = [countryFor(cfg).currency, countryFor(before).currency];
  const text = `this register has receipts in ${then.code} with ${then.digits} decimals; another currency needs a register of its own`;
  return sameCurrency(now, then) ? [] : [issue('#CFG', 'Cfg.Cmp.Currency', text)];
}

function sameCurrency(a: Currency, b: Currency): boolean {
  return a.code === b.code && a.digits === b.digits;
}
