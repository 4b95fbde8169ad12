import type { ParseKeys } from 'i18next';
import { lazy } from 'react';
import type { PortugalActions } from '../../../service/countries/pt/wire.ts';
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
  actions: {
    login: 'portugal.login.submit',
    logout: 'portugal.logout.done',
    'client-certificate': 'portugal.certificate.clientHeading',
    'authority-certificate': 'portugal.certificate.authorityHeading',
    open: 'portugal.open.label',
    code: 'portugal.code.submit',
    'movement-code': 'portugal.movement.code',
    close: 'portugal.close.submit',
    clock: 'clock.submit',
    retire: 'portugal.retire.submit',
    rate: 'portugal.taxes.heading',
    'reset-rates': 'fiscal.rates.reset.done',
  } satisfies Record<keyof PortugalActions, ParseKeys>,
};
