import { ActionButton } from '../../../components/action-button.tsx';
import { useState } from 'react';
import type { SeriesMode } from '../../../../service/countries/pt/wire.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Take a till out of operation: closes all its series. */
export function Retire({
  till,
  count,
  mode,
  act,
}: {
  /** Its number, which has to be typed. */
  till: string;
  /** How many series would be closed. */
  count: number;
  mode: SeriesMode;
  act: Act;
}) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionButton onAction={() => setOpen(true)} blocked={count === 0}>
        {t('portugal.retire.start')}
      </ActionButton>
      {open && (
        <ConfirmDialog
          heading={t('portugal.retire.heading', { till })}
          submit={t('portugal.retire.submit')}
          color="red"
          action={() => act('retire', {})}
          done={t('portugal.retire.done', { till })}
          typed={{
            expected: till,
            label: t('portugal.retire.type', { till }),
            wrong: t('portugal.retire.wrong', { till }),
          }}
          onClose={() => setOpen(false)}
        >
          <Consequences
            texts={[
              t('portugal.retire.all', { count }),
              t(mode === 'own' ? 'portugal.close.toldNobody' : 'portugal.retire.told'),
              t('portugal.retire.after'),
              t('portugal.close.forGood'),
            ]}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
