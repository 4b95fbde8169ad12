import type { ParseKeys } from 'i18next';
import { lazy } from 'react';
import type { AustriaActions } from '../../../service/countries/at/wire.ts';
import type { CountryPage } from '../contract.ts';

/** What the control page offers for Austria. */
export const austria: CountryPage = {
  page: lazy(() => import('./page.tsx')),
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
  unitProblems: new Set(['AT_NO_UNIT', 'AT_UNITS_FAILED']),
  actions: {
    start: 'austria.start.receipt.done',
    zero: 'austria.register.zeroDone',
    close: 'austria.close.submit',
    clock: 'clock.submit',
    'create-key': 'austria.start.access.chosen',
    'show-key': 'austria.key.showSubmit',
    'enter-key': 'austria.key.entered',
    checked: 'austria.check.submit',
    'set-login': 'austria.access.done',
    'forget-login': 'austria.access.forgotten',
    report: 'austria.report.now',
    rate: 'austria.taxes.heading',
    'reset-rates': 'fiscal.rates.reset.done',
    reported: 'austria.report.byHandDone',
  } satisfies Record<keyof AustriaActions, ParseKeys>,
};
