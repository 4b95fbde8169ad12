import { lazy } from 'react';
import type { CountryPage } from '../contract.ts';

/** What the control page offers for Portugal. */
export const portugal: CountryPage = {
  page: lazy(() => import('./page.tsx')),
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
};
