import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useMistakeFocus } from '../../../components/focus.ts';
import { useNotes } from '../../../components/notes.ts';
import { PasswordField } from '../../../components/password-field.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { isAesKey } from './aes-key.ts';

/** Enter the AES key of a register that was moved to this computer. */
export function EnterKeyDialog({
  registerId,
  check,
  act,
  onClose,
}: {
  registerId: string;
  /** Check value that the key must have; null where any key will do. */
  check: string | null;
  act: Act;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  useMistakeFocus(action.failure);
  const [key, setKey] = useState('');
  const [sent, setSent] = useState(false);
  const submit = async () => {
    setSent(true);
    if (!isAesKey(key)) return;
    const reply = await action.run(() => act('enter-key', { key: key.trim() }));
    if (!reply.ok) return;
    note(t('austria.key.entered'));
    onClose();
  };
  const isOther = check !== null && action.failure?.http === 400;
  const problem =
    sent && !isAesKey(key) ? t('austria.key.wrong') : isOther ? t('austria.key.other', { check }) : null;
  return (
    <Dialog
      heading={t('austria.key.enterHeading', { id: registerId })}
      submit={t('austria.key.enterSubmit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('austria.key.enterText')}</p>
      <PasswordField
        label={t('austria.key.label')}
        description={check === null ? t('austria.key.hint') : t('austria.key.hintCheck', { check })}
        error={problem}
        value={key}
        onChange={setKey}
      />
      <FailureNote failure={isOther ? null : action.failure} />
    </Dialog>
  );
}
