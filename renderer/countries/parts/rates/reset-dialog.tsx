import type { Reply } from '../../../api/request.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';

/** Go back to the percentages of the receipt format. */
export function ResetDialog({
  onReset,
  onClose,
}: {
  onReset: () => Promise<Reply<unknown>>;
  onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      heading={t('fiscal.rates.reset.heading')}
      submit={t('fiscal.rates.reset.submit')}
      color="red"
      action={onReset}
      done={t('fiscal.rates.reset.done')}
      onClose={onClose}
    >
      <p>{t('fiscal.rates.reset.consequence')}</p>
    </ConfirmDialog>
  );
}
