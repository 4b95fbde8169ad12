import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceRow } from '../../../service/e-invoicing/wire.ts';
import { decideInvoice } from '../../api/e-invoices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** Takes a rejected invoice off the list, with a word on how the customer got it. */
export function SettleDialog({
  rn,
  row,
  reload,
  onClose,
}: {
  rn: string;
  row: InvoiceRow;
  reload: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const isMissing = reason.trim() === '';
  const invoice = row.number ?? t('eInvoices.record', { sq: row.sq });
  const send = async () => {
    const reply = await decideInvoice(rn, { sq: row.sq, action: 'settle', reason });
    await reload();
    return reply;
  };
  return (
    <FormDialog
      heading={t('eInvoices.settleHeading', { invoice })}
      submit={t('eInvoices.settleSubmit')}
      check={() => !isMissing}
      send={send}
      done={t('eInvoices.settled')}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('eInvoices.settleText')}</p>
          <TextInput
            label={t('eInvoices.how')}
            description={t('eInvoices.howHint')}
            maxLength={200}
            error={sent && isMissing ? t('eInvoices.howMissing') : null}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
