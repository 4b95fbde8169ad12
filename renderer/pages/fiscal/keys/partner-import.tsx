import { useState } from 'react';
import { importPartner, type Partner } from '../../../api/keys.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { FileField } from '../../../components/file-field.tsx';
import { readPackage } from '../../../components/pem.ts';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Bring in the certified program of a partner; tells what was in the package. */
export function PartnerImport({ onImported }: { onImported: (partner: Partner) => void }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('fiscal.partner.import')}</Button>
      {open && <PartnerDialog onImported={onImported} onClose={() => setOpen(false)} />}
    </>
  );
}

function PartnerDialog({
  onImported,
  onClose,
}: {
  onImported: (partner: Partner) => void;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const action = useAction();
  const [json, setJson] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const submit = async () => {
    setSent(true);
    if (json === null) return;
    const reply = await action.run(() => importPartner(json));
    if (!reply.ok) return;
    onImported(reply.value);
    onClose();
  };
  return (
    <Dialog
      heading={t('fiscal.partner.importHeading')}
      submit={t('fiscal.partner.importSubmit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('fiscal.partner.importHint')}</p>
      <FileField
        label={t('fiscal.partner.file')}
        accept=".json,.txt"
        read={readPackage}
        missing={sent}
        onText={setJson}
      />
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
