import { Button } from '@mantine/core';
import { useState } from 'react';
import { importPartner, type Partner } from '../../../api/keys.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
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
  const [json, setJson] = useState<string | null>(null);
  return (
    <FormDialog
      heading={t('fiscal.partner.importHeading')}
      submit={t('fiscal.partner.importSubmit')}
      check={() => json !== null}
      send={() => importPartner(json ?? '')}
      done={(partner) => {
        onImported(partner);
        // Told where it stays.
        return null;
      }}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('fiscal.partner.importHint')}</p>
          <FileField
            label={t('fiscal.partner.file')}
            accept=".json,.txt"
            read={readPackage}
            missing={sent}
            onText={setJson}
          />
        </>
      )}
    </FormDialog>
  );
}
