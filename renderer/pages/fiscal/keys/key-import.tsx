import { useState } from 'react';
import { importKey } from '../../../api/keys.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { FileField } from '../../../components/file-field.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Notice } from '../../../components/notice.tsx';
import { readPrivateKey } from '../../../components/pem.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Bring in the private key that signs receipts. */
export function KeyImport() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('fiscal.keys.import')}</Button>
      {open && <KeyDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function KeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [pem, setPem] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const submit = async () => {
    setSent(true);
    if (pem === null) return;
    const reply = await action.run(() => importKey(pem));
    if (!reply.ok) return;
    note(t('fiscal.keys.imported', { version: reply.value.version }));
    onClose();
  };
  return (
    <Dialog
      heading={t('fiscal.keys.importHeading')}
      submit={t('fiscal.keys.importSubmit')}
      kind="danger"
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Notice tone="look">
        <p>{t('fiscal.keys.importConsequence')}</p>
      </Notice>
      <FileField
        label={t('fiscal.keys.file')}
        description={t('fiscal.keys.fileHint')}
        accept=".pem,.key,.txt"
        read={readPrivateKey}
        missing={sent}
        onText={setPem}
      />
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
