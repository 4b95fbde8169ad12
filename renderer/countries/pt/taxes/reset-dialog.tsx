import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Go back to the percentages of the receipt format. */
export function ResetDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      heading={t('portugal.reset.heading')}
      submit={t('portugal.reset.submit')}
      kind="danger"
      deed={() => act('reset-rates', {})}
      done={t('portugal.reset.done')}
      onClose={onClose}
    >
      <p>{t('portugal.reset.consequence')}</p>
    </ConfirmDialog>
  );
}
