import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import { restartService } from '../../api/profile.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** Names what waits for a restart, and offers one. Nothing when nothing waits. */
export function RestartNotice({ attributes }: { attributes: readonly AttributeEntry[] }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const names = attributes.filter(({ waits }) => waits).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Notice tone="look" role="status" title={t('settings.restart.title', { names: names.join(', ') })}>
      <Button onClick={() => setAsked(true)}>{t('settings.restart.button')}</Button>
      {asked && (
        <ConfirmDialog
          heading={t('settings.restart.heading')}
          submit={t('settings.restart.submit')}
          action={restartService}
          done={t('settings.restart.done')}
          onClose={() => setAsked(false)}
        >
          <p>{t('settings.restart.text')}</p>
        </ConfirmDialog>
      )}
    </Notice>
  );
}
