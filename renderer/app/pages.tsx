/** The pages of a register besides its status, in the order of the navigation. */
import { lazy, type ReactNode } from 'react';
import type { ControlStatus, SessionState } from '../../service/wire.ts';
import type { Snapshot } from '../api/live-status.ts';
import {
  AUDITORS_CARE_PAGES,
  CARE_PAGES,
  DEVELOPER_PAGES,
  type CarePageName,
  type DeveloperPageName,
  type PageName,
} from '../api/page-choice.ts';
import { countryWithPage } from '../countries/list.ts';
import { countryName } from '../format/country.ts';
import type { Texts } from '../i18n/use-texts.ts';

// Each is loaded when it is wanted: the first page is the status.
const DayPage = lazy(async () => ({ default: (await import('../pages/day/day-page.tsx')).DayPage }));
const DevicesPage = lazy(async () => ({
  default: (await import('../pages/devices/devices-page.tsx')).DevicesPage,
}));
const EInvoicesPage = lazy(async () => ({
  default: (await import('../pages/e-invoices/e-invoices-page.tsx')).EInvoicesPage,
}));
const FiscalPage = lazy(async () => ({
  default: (await import('../pages/fiscal/fiscal-page.tsx')).FiscalPage,
}));
const PaperPage = lazy(async () => ({ default: (await import('../pages/paper/paper-page.tsx')).PaperPage }));
const PeoplePage = lazy(async () => ({
  default: (await import('../pages/people/people-page.tsx')).PeoplePage,
}));
const ReceiptsPage = lazy(async () => ({
  default: (await import('../pages/receipts/receipts-page.tsx')).ReceiptsPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('../pages/settings/settings-page.tsx')).SettingsPage,
}));
const UnitsPage = lazy(async () => ({ default: (await import('../pages/units/units-page.tsx')).UnitsPage }));
const CarePage = lazy(() => import('../pages/care/care-page.tsx'));
const SetupPage = lazy(() => import('../pages/setup/setup-page.tsx'));
const DevelopersPage = lazy(() => import('../pages/developers/developers-page.tsx'));

/** What a page is shown with. */
export interface PageProps {
  rn: string;
  snapshot: Snapshot;
}

/** A page of a register. */
export interface Page {
  /** Shown to cashiers, and where no people are set up to whoever has not signed in; all others are for managers. */
  forCashiers?: true;
  /** Shown to auditors as well. */
  forAuditors?: true;
  /** Whether the register has it; missing: every one has. */
  isOffered?: (status: ControlStatus) => boolean;
  /** Whether the navigation leads to it; missing: where it is offered. */
  isListed?: boolean | ((status: ControlStatus) => boolean);
  /** What it is called. */
  heading: (texts: Texts, country: string | null) => string;
  /** A shorter name in the navigation. */
  link?: (texts: Texts) => string;
  show: (props: PageProps) => ReactNode;
}

const forDevelopers = (page: DeveloperPageName): Page => ({
  // One entry of the navigation leads to all of them.
  isListed: page === DEVELOPER_PAGES[0],
  heading: ({ t }) => t(`developers.${page}.heading`),
  link: ({ t }) => t('developers.nav'),
  show: ({ rn, snapshot }) => <DevelopersPage key={rn} page={page} rn={rn} snapshot={snapshot} />,
});

const forCare = (page: CarePageName): Page => ({
  // One entry of the navigation leads to all of them.
  isListed: page === CARE_PAGES[0],
  ...(AUDITORS_CARE_PAGES.includes(page) && { forAuditors: true }),
  heading: ({ t }) => t(`care.pages.${page}`),
  link: ({ t }) => t('care.nav'),
  show: ({ rn, snapshot }) => <CarePage key={rn} page={page} rn={rn} snapshot={snapshot} />,
});

/** See above. */
export const PAGES: Readonly<Record<Exclude<PageName, 'status' | 'signIn'>, Page>> = {
  day: {
    forCashiers: true,
    forAuditors: true,
    heading: ({ t }) => t('day.heading'),
    show: (props) => <DayPage key={props.rn} {...props} />,
  },
  receipts: {
    forCashiers: true,
    forAuditors: true,
    heading: ({ t }) => t('receipts.heading'),
    show: (props) => <ReceiptsPage key={props.rn} {...props} />,
  },
  fiscal: {
    isOffered: (status) => countryWithPage(status) !== null,
    heading: ({ locale }, country) => (country === null ? '' : countryName(country, locale)),
    show: (props) => <FiscalPage key={props.rn} {...props} />,
  },
  devices: {
    forCashiers: true,
    heading: ({ t }) => t('devices.heading'),
    show: (props) => <DevicesPage key={props.rn} {...props} />,
  },
  paper: {
    // Of the emulated printer of a demo.
    isOffered: ({ printer }) => printer.state === 'set' && printer.isEmulated,
    heading: ({ t }) => t('paper.heading'),
    show: (props) => <PaperPage key={props.rn} {...props} />,
  },
  units: {
    isOffered: ({ usesUnits }) => usesUnits,
    heading: ({ t }) => t('units.heading'),
    link: ({ t }) => t('units.nav'),
    show: ({ snapshot }) => <UnitsPage snapshot={snapshot} />,
  },
  eInvoices: {
    // Settings lead to it before the first system is set up.
    isListed: ({ usesEInvoices }) => usesEInvoices,
    heading: ({ t }) => t('eInvoices.heading'),
    show: (props) => <EInvoicesPage key={props.rn} {...props} />,
  },
  people: {
    heading: ({ t }) => t('people.heading'),
    show: ({ snapshot }) => <PeoplePage snapshot={snapshot} />,
  },
  settings: {
    heading: ({ t }) => t('settings.heading'),
    show: (props) => <SettingsPage key={props.rn} {...props} />,
  },
  exports: forCare('exports'),
  backups: forCare('backups'),
  auditTrail: forCare('auditTrail'),
  lan: forCare('lan'),
  disk: forCare('disk'),
  log: forCare('log'),
  support: forCare('support'),
  start: {
    // Once there is a company, settings lead to it.
    isListed: ({ company, problems }) => company === null && problems.some(({ code }) => code === 'NO_CFG'),
    heading: ({ t }) => t('setup.heading'),
    link: ({ t }) => t('setup.nav'),
    show: (props) => <SetupPage key={props.rn} {...props} />,
  },
  try: forDevelopers('try'),
  requests: forDevelopers('requests'),
  checklist: forDevelopers('checklist'),
};

/** A page that the navigation leads to. */
export type ListedPage = keyof typeof PAGES;

/** Whether a page is shown to somebody; null while nobody knows who it is. */
export function isFor(page: PageName, role: SessionState['role'] | null): boolean {
  if (page === 'status' || page === 'signIn' || role === 'manager') return true;
  const { forCashiers = false, forAuditors = false } = PAGES[page];
  if (role === 'auditor') return forAuditors;
  return role !== 'nobody' && forCashiers;
}

/** The pages that the navigation leads to; before the status is known, those that every register has. */
export function listedPages(status: ControlStatus | null): ListedPage[] {
  return (Object.keys(PAGES) as ListedPage[]).filter((name) => {
    const { isOffered = true, isListed = isOffered } = PAGES[name];
    return typeof isListed === 'boolean' ? isListed : status !== null && isListed(status);
  });
}
