import { Stack, Title } from '@mantine/core';
import { AUDITORS_CARE_PAGES, CARE_PAGES, PAGE_HASH, type CarePageName } from '../../api/page-choice.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { useSession } from '../../api/session.ts';
import { NavBar, NavBarLink } from '../../components/nav-bar.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { BackupsPage } from './backups-page.tsx';
import { DiskPage } from './disk-page.tsx';
import { ExportsPage } from './exports-page.tsx';
import { LanPage } from './lan-page.tsx';
import { LogPage } from './log-page.tsx';
import { SupportPage } from './support-page.tsx';
import { TrailPage } from './trail-page.tsx';

/** What looks after a register, in pages of its own. Loaded when somebody opens one of them. */
export default function CarePage({
  page,
  rn,
  snapshot,
}: {
  page: CarePageName;
  rn: string;
  snapshot: Snapshot;
}) {
  const { t } = useTexts();
  const isAuditor = useSession()?.role === 'auditor';
  const heading = (
    <Stack gap="sm">
      <Title order={1}>{t('care.heading')}</Title>
      <NavBar label={t('care.all')} isSmall>
        {(isAuditor ? AUDITORS_CARE_PAGES : CARE_PAGES).map((name) => (
          <NavBarLink key={name} href={PAGE_HASH[name]} isCurrent={name === page}>
            {t(`care.pages.${name}`)}
          </NavBarLink>
        ))}
      </NavBar>
    </Stack>
  );
  const props = { heading, rn, snapshot };
  switch (page) {
    case 'exports':
      return <ExportsPage {...props} />;
    case 'backups':
      return <BackupsPage {...props} />;
    case 'auditTrail':
      return <TrailPage {...props} />;
    case 'lan':
      return <LanPage {...props} />;
    case 'disk':
      return <DiskPage {...props} />;
    case 'log':
      return <LogPage {...props} />;
    case 'support':
      return <SupportPage {...props} />;
  }
}
