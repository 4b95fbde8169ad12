import { lazy } from 'react';
import type { CountryPage } from './contract.ts';

/** The countries with a page of their own, by ISO 3166 code. The only place that names them all. */
const pages: Readonly<Record<string, CountryPage>> = {
  AT: {
    page: lazy(() => import('./at/page.tsx')),
    problems: new Set([
      'CLOCK_STOPS_SALES',
      'AT_TRAINING',
      'AT_CLOSED',
      'AT_NO_UNIT',
      'AT_UNITS_FAILED',
      'AT_NOT_STARTED',
      'AT_KEY_MISSING',
      'AT_OUTAGE',
      'AT_OUTAGE_REPORT',
      'AT_START_UNCHECKED',
      'AT_ANNUAL_UNSIGNED',
      'AT_ANNUAL_UNCHECKED',
      'AT_ANNUAL_OVERDUE',
      'AT_DEP_DUE',
      'AT_RESTORED',
      'AT_FON_LOGIN',
      'AT_FON_REFUSED',
      'AT_FON_UNREACHABLE',
      'AT_FON_SERVER',
    ]),
  },
  PT: {
    page: lazy(() => import('./pt/page.tsx')),
    problems: new Set([
      'CLOCK_STOPS_SALES',
      'SERIES_AHEAD',
      'TEST_KEY',
      'SERIES_LOGIN_MISSING',
      'SERIES_NOT_OPEN',
      'SERIES_NEXT_YEAR',
      'SERIES_SERVER',
      'SERIES_CLOSE_FAILED',
      'SAFT_DUE',
      'SAFT_OVERDUE',
      'CLIENT_CERT_EXPIRES',
      'AUTHORITY_CERT_EXPIRES',
      'PARTNER_UNKNOWN',
      'TAX_RATES_DIFFER',
    ]),
  },
};

/** The page of a country, or null. */
export function countryPageOf(country: string | null): CountryPage | null {
  return country !== null && Object.hasOwn(pages, country) ? (pages[country] ?? null) : null;
}

/** Whether a country has a page of its own. */
export function hasCountryPage(country: string | null): boolean {
  return countryPageOf(country) !== null;
}
