import { Button } from '@mantine/core';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useReceiptName } from './use-receipt-name.ts';

/** Opens the dialog in which a receipt is checked. */
export function CheckButton({
  receipt,
  variant = 'default',
  onOpen,
}: {
  /** `start`, or the year of an annual receipt. */
  receipt: string;
  variant?: 'default' | 'filled';
  onOpen: (receipt: string) => void;
}) {
  const { t } = useTexts();
  const name = useReceiptName()(receipt);
  return (
    <Button
      variant={variant}
      onClick={() => onOpen(receipt)}
      aria-label={t('austria.check.openOf', { receipt: name })}
    >
      {t('austria.check.open')}
    </Button>
  );
}
