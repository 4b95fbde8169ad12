import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReceiptDetail } from '../../../service/register/wire.ts';
import { voidReceipt } from '../../api/receipts.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { formatMoney } from '../../format/money.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Asks why a receipt is taken back. */
export function VoidDialog({
  rn,
  receipt: { sq, number, total, currency },
  onDone,
  onClose,
}: {
  rn: string;
  receipt: ReceiptDetail;
  /** @param by number of the record that takes it back */
  onDone: (by: number) => void;
  onClose: () => void;
}) {
  const { t, locale } = useTexts();
  const [reason, setReason] = useState('');
  const isMissing = reason.trim() === '';
  const amount = total === null ? '' : formatMoney(total, currency, locale);
  return (
    <FormDialog
      heading={t('receipts.void.heading', { number })}
      submit={t('receipts.void.submit')}
      color="red"
      check={() => !isMissing}
      send={async () => {
        const reply = await voidReceipt(rn, sq, reason);
        if (reply.ok) onDone(reply.value.sq);
        return reply;
      }}
      done={t('receipts.void.done', { number })}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('receipts.void.text', { amount })}</p>
          <TextInput
            label={t('receipts.void.reason')}
            description={t('receipts.void.reasonHint')}
            maxLength={200}
            error={sent && isMissing ? t('receipts.void.reasonMissing') : null}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
