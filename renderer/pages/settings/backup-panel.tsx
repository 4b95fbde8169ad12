import { Anchor } from '@mantine/core';
import { useCallback } from 'react';
import type { Snapshot } from '../../api/live-status.ts';
import { askSetup } from '../../api/setup.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { BackupForm } from '../setup/backup-form.tsx';

/** Where the nightly copies go, and the way to how they went. */
export function BackupPanel({ rn, snapshot: { status } }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const ask = useCallback(() => askSetup(rn), [rn]);
  const [{ value }, reload] = useReloader(ask, status);
  return (
    <Panel heading={t('setup.step.backup')} intro={t('setup.backup.intro')}>
      {value !== null && <BackupForm rn={rn} path={value.backupPath} onSaved={reload} />}
      <Anchor href="/service/config">{t('page.banner.openBackups')}</Anchor>
    </Panel>
  );
}
