import { Anchor, Group, Stack, Title } from '@mantine/core';
import { DEVELOPER_PAGES, PAGE_HASH, type DeveloperPageName } from '../../api/page-choice.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { NavBar, NavBarLink } from '../../components/nav-bar.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ChecklistPage } from './checklist-page.tsx';
import { RequestsPage } from './requests-page.tsx';
import { TryPage } from './try-page.tsx';

/** What whoever connects a POS looks at, in pages of its own. Loaded when somebody opens one of them. */
export default function DevelopersPage({
  page,
  rn,
  snapshot,
}: {
  page: DeveloperPageName;
  rn: string;
  snapshot: Snapshot;
}) {
  const { t } = useTexts();
  const heading = (
    <Stack gap="sm">
      <Title order={1}>{t('developers.heading')}</Title>
      <Group gap="0.5rem 1.5rem" data-screen>
        <NavBar label={t('developers.pages')} isSmall>
          {DEVELOPER_PAGES.map((name) => (
            <NavBarLink key={name} href={PAGE_HASH[name]} isCurrent={name === page}>
              {t(`developers.${name}.heading`)}
            </NavBarLink>
          ))}
        </NavBar>
        <Anchor href="./docs">{t('developers.docs')}</Anchor>
      </Group>
    </Stack>
  );
  if (page === 'try') return <TryPage heading={heading} rn={rn} snapshot={snapshot} />;
  if (page === 'checklist') return <ChecklistPage heading={heading} rn={rn} snapshot={snapshot} />;
  return <RequestsPage heading={heading} snapshot={snapshot} />;
}
