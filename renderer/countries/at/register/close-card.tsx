import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Take the register out of operation for ever: its Kassen-ID has to be typed. */
export function CloseCard({
  registerId,
  reportsItself,
  act,
}: {
  registerId: string;
  /** There is a login for FinanzOnline. */
  reportsItself: boolean;
  act: Act;
}) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const id = { id: registerId };
  return (
    <Panel heading={t('austria.close.heading')} intro={t('austria.close.intro')}>
      <Group gap="xs">
        <Button onClick={() => setOpen(true)}>{t('austria.close.start')}</Button>
      </Group>
      {open && (
        <ConfirmDialog
          heading={t('austria.close.dialogHeading', id)}
          submit={t('austria.close.submit')}
          color="red"
          action={() => act('close', { registerId })}
          done={t('austria.close.done', id)}
          typed={{
            expected: registerId,
            label: t('austria.close.type', id),
            wrong: t('austria.close.wrong', id),
          }}
          onClose={() => setOpen(false)}
        >
          <Consequences
            texts={[
              t('austria.close.receipt'),
              t(reportsItself ? 'austria.close.told' : 'austria.close.tell'),
              t('austria.close.keep'),
              t('austria.close.forGood'),
            ]}
          />
        </ConfirmDialog>
      )}
    </Panel>
  );
}
