import { useState } from 'react';
import type { InvoicesOverview } from '../../../service/e-invoicing/wire.ts';
import { enterSecret } from '../../api/e-invoices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** Enters the token or password of a channel; what there is is never shown. */
export function SecretDialog({
  name,
  reload,
  onClose,
}: {
  name: keyof InvoicesOverview['secrets'];
  reload: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [secret, setSecret] = useState('');
  const send = async () => {
    const reply = await enterSecret(name, secret);
    await reload();
    return reply;
  };
  return (
    <FormDialog
      heading={t(`eInvoices.secret.${name}`)}
      submit={t('eInvoices.secret.submit')}
      send={send}
      done={t('eInvoices.secret.done')}
      onClose={onClose}
    >
      {() => (
        <PasswordField
          label={t('eInvoices.secret.label')}
          description={t('eInvoices.secret.hint')}
          error={null}
          value={secret}
          onChange={setSecret}
        />
      )}
    </FormDialog>
  );
}
