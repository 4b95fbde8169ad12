import { VisuallyHidden } from '@mantine/core';
import { isForDevelopers, PAGE_HASH, type PageName } from '../api/page-choice.ts';
import { NavBar, NavBarLink } from '../components/nav-bar.tsx';
import { useTexts } from '../i18n/use-texts.ts';
import type { Tone } from '../pages/status/verdict.ts';
import classes from './navigation.module.css';
import { toneSigns } from './tone-signs.tsx';

/** The way between the pages of a register. The state stays in sight on all of them. */
export function Navigation({
  page,
  tone,
  practice,
  countryName,
  paper,
  units,
  eInvoices,
}: {
  page: PageName;
  tone: Tone;
  /** Receipts do not count. */
  practice: boolean;
  /** Null where the country has no page. */
  countryName: string | null;
  /** There is a page for the paper of an emulated printer. */
  paper: boolean;
  /** There is a page for signature units. */
  units: boolean;
  /** There is a page for e-invoices. */
  eInvoices: boolean;
}) {
  const { t } = useTexts();
  return (
    <NavBar label={t('page.nav.label')} grow>
      <NavBarLink href={PAGE_HASH.status} isCurrent={page === 'status'}>
        <span className={classes.sign} data-tone={tone}>
          {toneSigns[tone]}
        </span>
        {t('page.nav.status')}
        <VisuallyHidden>{t(`page.nav.tone.${practice ? 'practice' : tone}`)}</VisuallyHidden>
      </NavBarLink>
      <NavBarLink href={PAGE_HASH.day} isCurrent={page === 'day'}>
        {t('day.heading')}
      </NavBarLink>
      <NavBarLink href={PAGE_HASH.receipts} isCurrent={page === 'receipts'}>
        {t('receipts.heading')}
      </NavBarLink>
      {countryName !== null && (
        <NavBarLink href={PAGE_HASH.fiscal} isCurrent={page === 'fiscal'}>
          {countryName}
        </NavBarLink>
      )}
      <NavBarLink href={PAGE_HASH.devices} isCurrent={page === 'devices'}>
        {t('devices.heading')}
      </NavBarLink>
      {paper && (
        <NavBarLink href={PAGE_HASH.paper} isCurrent={page === 'paper'}>
          {t('paper.heading')}
        </NavBarLink>
      )}
      {units && (
        <NavBarLink href={PAGE_HASH.units} isCurrent={page === 'units'}>
          {t('units.nav')}
        </NavBarLink>
      )}
      {eInvoices && (
        <NavBarLink href={PAGE_HASH.eInvoices} isCurrent={page === 'eInvoices'}>
          {t('eInvoices.heading')}
        </NavBarLink>
      )}
      <NavBarLink href={PAGE_HASH.settings} isCurrent={page === 'settings'}>
        {t('settings.heading')}
      </NavBarLink>
      <NavBarLink href={PAGE_HASH.try} isCurrent={isForDevelopers(page)}>
        {t('developers.nav')}
      </NavBarLink>
    </NavBar>
  );
}
