import { Button } from '@mantine/core';
import { useState } from 'react';
import { importKey } from '../../../api/keys.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FileField } from '../../../components/file-field.tsx';
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
  const [pem, setPem] = useState<string | null>(null);
  return (
    <FormDialog
      heading={t('fiscal.keys.importHeading')}
      submit={t('fiscal.keys.importSubmit')}
      color="red"
      check={() => pem !== null}
      send={() => importKey(pem ?? '')}
      done={({ version }) => t('fiscal.keys.imported', { version })}
      onClose={onClose}
    >
      {(sent) => (
        <>
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
        </>
      )}
    </FormDialog>
  );
}
