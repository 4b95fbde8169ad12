import { VisuallyHidden } from '@mantine/core';
import { isForCare, isForDevelopers, PAGE_HASH, type PageName } from '../api/page-choice.ts';
import { NavBar, NavBarLink } from '../components/nav-bar.tsx';
import { useTexts } from '../i18n/use-texts.ts';
import type { Tone } from '../pages/status/verdict.ts';
import classes from './navigation.module.css';
import { PAGES, type ListedPage } from './pages.tsx';
import { toneSigns } from './tone-signs.tsx';

/** The way between the pages of a register. The state stays in sight on all of them. */
export function Navigation({
  page,
  listed,
  country,
  tone,
  practice,
}: {
  page: PageName;
  /** Pages besides the status, in their order. */
  listed: readonly ListedPage[];
  country: string | null;
  tone: Tone;
  /** Receipts do not count. */
  practice: boolean;
}) {
  const texts = useTexts();
  const { t } = texts;
  const isCurrent = (name: ListedPage) =>
    page === name || [isForCare, isForDevelopers].some((isOfGroup) => isOfGroup(name) && isOfGroup(page));
  return (
    <NavBar label={t('page.nav.label')} grow>
      <NavBarLink href={PAGE_HASH.status} isCurrent={page === 'status'}>
        <span className={classes.sign} data-tone={tone}>
          {toneSigns[tone]}
        </span>
        {t('page.nav.status')}
        <VisuallyHidden>{t(`page.nav.tone.${practice ? 'practice' : tone}`)}</VisuallyHidden>
      </NavBarLink>
      {listed.map((name) => {
        const { heading, link } = PAGES[name];
        return (
          <NavBarLink key={name} href={PAGE_HASH[name]} isCurrent={isCurrent(name)}>
            {link?.(texts) ?? heading(texts, country)}
          </NavBarLink>
        );
      })}
    </NavBar>
  );
}
