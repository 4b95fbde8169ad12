import { useState } from 'react';
import { FileField } from '../../../components/file-field.tsx';
import { readPrivateKey } from '../../../components/pem.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { Act } from '../actions.ts';
import { CertificateField } from './authority-dialog.tsx';

/** Bring in the certificate that the authority's web service knows the program by, and its key. */
export function ClientDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { t } = useTexts();
  const [certificate, setCertificate] = useState<string | null>(null);
  const [key, setKey] = useState<string | null>(null);
  return (
    <FormDialog
      heading={t('portugal.certificate.clientHeading')}
      submit={t('fiscal.certificate.submit')}
      check={() => certificate !== null && key !== null}
      send={() => act('client-certificate', { certificate: certificate ?? '', key: key ?? '' })}
      done={t('portugal.certificate.done')}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('portugal.certificate.clientWhere')}</p>
          <CertificateField missing={sent} onText={setCertificate} />
          <FileField
            label={t('portugal.certificate.keyFile')}
            description={t('portugal.certificate.keyHint')}
            accept=".pem,.key,.txt"
            read={readPrivateKey}
            missing={sent}
            onText={setKey}
          />
        </>
      )}
    </FormDialog>
  );
}
