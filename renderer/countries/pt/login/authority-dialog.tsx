import { useState } from 'react';
import { FileField } from '../../../components/file-field.tsx';
import { readCertificate } from '../../../components/pem.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { Act } from '../actions.ts';

/** Bring in the authority's certificate that passwords are encrypted with. */
export function AuthorityDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { t } = useTexts();
  const [certificate, setCertificate] = useState<string | null>(null);
  return (
    <FormDialog
      heading={t('portugal.certificate.authorityHeading')}
      submit={t('fiscal.certificate.submit')}
      check={() => certificate !== null}
      send={() => act('authority-certificate', { certificate: certificate ?? '' })}
      done={t('portugal.certificate.done')}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('portugal.certificate.authorityWhere')}</p>
          <CertificateField missing={sent} onText={setCertificate} />
        </>
      )}
    </FormDialog>
  );
}

/** A certificate as PEM text. */
export function CertificateField(props: { missing: boolean; onText: (pem: string | null) => void }) {
  const { t } = useTexts();
  return (
    <FileField
      {...props}
      label={t('fiscal.certificate.file')}
      accept=".pem,.crt,.cer,.der,.txt"
      read={readCertificate}
    />
  );
}
