import { List } from '@mantine/core';
import type { CheckedReceiptRow } from '../../../../service/countries/at/wire.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { CopyCode } from '../../../components/copy-code.tsx';
import { Fold } from '../../../components/fold.tsx';
import { QrCode } from '../../../components/receipt-paper/qr-code.tsx';
import { formatMoment } from '../../../format/day.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { PORTAL } from '../portal-words.ts';
import { useReceiptName } from './use-receipt-name.ts';

/** Have a receipt checked with the tax office's app, and say that it was found good. */
export function CheckDialog({
  receipt,
  row,
  act,
  onClose,
}: {
  /** `start`, or the year of an annual receipt. */
  receipt: string;
  row: CheckedReceiptRow;
  act: Act;
  onClose: () => void;
}) {
  const { t, locale } = useTexts();
  const name = useReceiptName()(receipt);
  return (
    <ConfirmDialog
      heading={t('austria.check.heading', { receipt: name })}
      submit={t('austria.check.submit')}
      action={() => act('checked', { receipt })}
      done={t('austria.check.done', { receipt: name })}
      onClose={onClose}
    >
      <p>{t('austria.start.receipt.made', { number: row.number, time: formatMoment(row.time, locale) })}</p>
      <List type="ordered" spacing="sm">
        <List.Item>
          {t('austria.check.app')} <span lang="de">{PORTAL.app}</span>.
        </List.Item>
        <List.Item>
          {t('austria.check.scan')}
          <QrCode text={row.code} large />
        </List.Item>
        <List.Item>{t('austria.check.good')}</List.Item>
      </List>
      <Fold summary={t('austria.check.text')}>
        <CopyCode text={row.code} name={t('austria.check.code')} />
      </Fold>
    </ConfirmDialog>
  );
}
