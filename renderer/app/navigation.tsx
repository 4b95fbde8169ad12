import { VisuallyHidden } from '@mantine/core';
import { pageHash, type PageName } from '../api/page-choice.ts';
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
  units,
}: {
  page: PageName;
  tone: Tone;
  /** Receipts do not count. */
  practice: boolean;
  /** Null where the country has no page. */
  countryName: string | null;
  /** There is a page for signature units. */
  units: boolean;
}) {
  const { t } = useTexts();
  const current = (name: PageName) => (page === name ? 'page' : undefined);
  return (
    <nav className={classes.navigation} aria-label={t('page.nav.label')}>
      <a className={classes.link} href={pageHash.status} aria-current={current('status')}>
        <span className={classes.sign} data-tone={tone}>
          {toneSigns[tone]}
        </span>
        {t('page.nav.status')}
        <VisuallyHidden>{t(`page.nav.tone.${practice ? 'practice' : tone}`)}</VisuallyHidden>
      </a>
      {countryName !== null && (
        <a className={classes.link} href={pageHash.fiscal} aria-current={current('fiscal')}>
          {countryName}
        </a>
      )}
      {units && (
        <a className={classes.link} href={pageHash.units} aria-current={current('units')}>
          {t('units.nav')}
        </a>
      )}
      <a className={classes.link} href={pageHash.settings} aria-current={current('settings')}>
        {t('settings.heading')}
      </a>
    </nav>
  );
}
