import { Button, type ButtonKind } from '../../../components/button.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useReceiptName } from './use-receipt-name.ts';

/** Opens the dialog in which a receipt is checked. */
export function CheckButton({
  receipt,
  kind = 'plain',
  onOpen,
}: {
  /** `start`, or the year of an annual receipt. */
  receipt: string;
  kind?: ButtonKind;
  onOpen: (receipt: string) => void;
}) {
  const { t } = useTexts();
  const name = useReceiptName()(receipt);
  return (
    <Button
      kind={kind}
      onClick={() => onOpen(receipt)}
      aria-label={t('austria.check.openOf', { receipt: name })}
    >
      {t('austria.check.open')}
    </Button>
  );
}
