import { austria } from './at/index.ts';
import type { CountryPage } from './contract.ts';
import { portugal } from './pt/index.ts';

/** The countries with a page of their own, by ISO 3166 code. The only place that names them all. */
const pages: Readonly<Record<string, CountryPage>> = { AT: austria, PT: portugal };

/** The page of a country, or null. */
export function countryPageOf(country: string | null): CountryPage | null {
  return country !== null && Object.hasOwn(pages, country) ? (pages[country] ?? null) : null;
}

/** Whether a country has a page of its own. */
export function hasCountryPage(country: string | null): boolean {
  return countryPageOf(country) !== null;
}
