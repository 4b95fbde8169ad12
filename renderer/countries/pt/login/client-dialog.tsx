import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { FileField } from '../../../components/file-field.tsx';
import { useNotes } from '../../../components/notes.ts';
import { readCertificate, readPrivateKey } from '../../../components/pem.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Bring in the certificate that the authority's web service knows the program by, and its key. */
export function ClientDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [certificate, setCertificate] = useState<string | null>(null);
  const [key, setKey] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const submit = async () => {
    setSent(true);
    if (certificate === null || key === null) return;
    const reply = await action.run(() => act('client-certificate', { certificate, key }));
    if (!reply.ok) return;
    note(t('portugal.certificate.done'));
    onClose();
  };
  return (
    <Dialog
      heading={t('portugal.certificate.clientHeading')}
      submit={t('portugal.certificate.submit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('portugal.certificate.clientWhere')}</p>
      <FileField
        label={t('portugal.certificate.file')}
        accept=".pem,.crt,.cer,.der,.txt"
        read={readCertificate}
        missing={sent}
        onText={setCertificate}
      />
      <FileField
        label={t('portugal.certificate.keyFile')}
        description={t('portugal.certificate.keyHint')}
        accept=".pem,.key,.txt"
        read={readPrivateKey}
        missing={sent}
        onText={setKey}
      />
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
