import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { FileField } from '../../../components/file-field.tsx';
import { useNotes } from '../../../components/notes.ts';
import { readCertificate } from '../../../components/pem.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Bring in the authority's certificate that passwords are encrypted with. */
export function AuthorityDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [certificate, setCertificate] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const submit = async () => {
    setSent(true);
    if (certificate === null) return;
    const reply = await action.run(() => act('authority-certificate', { certificate }));
    if (!reply.ok) return;
    note(t('portugal.certificate.done'));
    onClose();
  };
  return (
    <Dialog
      heading={t('portugal.certificate.authorityHeading')}
      submit={t('portugal.certificate.submit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('portugal.certificate.authorityWhere')}</p>
      <FileField
        label={t('portugal.certificate.file')}
        accept=".pem,.crt,.cer,.der,.txt"
        read={readCertificate}
        missing={sent}
        onText={setCertificate}
      />
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
