import { Group } from '@mantine/core';
import { ActionButton } from '../../../components/action-button.tsx';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { formatMoment } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { StepProps } from './start-card.tsx';

/** Step 4: the first receipt of the register. From it on sales are real. */
export function ReceiptStep({ overview, registerId, byHand, act }: StepProps) {
  const { t, locale } = useTexts();
  const [open, setOpen] = useState(false);
  const { start, units, training } = overview;
  const id = { id: registerId };
  const done = () => setOpen(false);
  return (
    <>
      {start === null ? (
        <>
          <p>
            {t(`austria.start.receipt.${units.length === 0 ? 'needsUnit' : byHand ? 'text' : 'byItself'}`)}
          </p>
          <Group gap="xs">
            <ActionButton
              variant={byHand ? 'filled' : 'default'}
              blocked={units.length === 0}
              onAction={() => setOpen(true)}
            >
              {t('austria.start.receipt.button')}
            </ActionButton>
          </Group>
        </>
      ) : (
        <p>
          {t('austria.start.receipt.made', { number: start.number, time: formatMoment(start.time, locale) })}
        </p>
      )}
      {open && (
        <ConfirmDialog
          heading={t('austria.start.receipt.heading', id)}
          submit={t('austria.start.receipt.submit')}
          action={() => act('start', {})}
          done={t('austria.start.receipt.done')}
          onClose={done}
        >
          <Consequences
            texts={[
              t(training ? 'austria.start.receipt.training' : 'austria.start.receipt.real'),
              t('austria.start.receipt.fixed', id),
              t('austria.start.receipt.check'),
            ]}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
