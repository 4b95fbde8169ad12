import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceRow } from '../../../service/e-invoicing/wire.ts';
import { decideInvoice } from '../../api/e-invoices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** Sends an invoice once more, to an address in the place of its own. */
export function SendDialog({
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
  const [to, setTo] = useState(row.to);
  const isMissing = to.trim() === '';
  const invoice = row.number ?? t('eInvoices.record', { sq: row.sq });
  const send = async () => {
    const reply = await decideInvoice(rn, { sq: row.sq, action: 'send', to });
    if (reply.ok) await reload();
    return reply;
  };
  return (
    <FormDialog
      heading={t('eInvoices.send.heading', { invoice })}
      submit={t('eInvoices.send.submit')}
      check={() => !isMissing}
      send={send}
      done={t('eInvoices.send.done', { to: to.trim() })}
      shown={(failure) => (failure?.fields?.['to'] === undefined ? failure : null)}
      onClose={onClose}
    >
      {(sent, failure) => (
        <>
          <p>{t('eInvoices.send.text')}</p>
          <TextInput
            type="email"
            label={t('eInvoices.send.to')}
            autoComplete="off"
            maxLength={254}
            error={
              (sent && isMissing) || failure?.fields?.['to'] !== undefined ? t('eInvoices.wrong.mail') : null
            }
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
