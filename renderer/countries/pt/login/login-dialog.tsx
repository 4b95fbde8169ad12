import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { TextField } from '../../../components/fields.tsx';
import { useNotes } from '../../../components/notes.ts';
import { PasswordField } from '../../../components/password-field.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import { subUserProblem, subUserStart, tidySubUser } from './sub-user.ts';

/** Enter the sub-user of the tax authority's portal. The password is never shown again. */
export function LoginDialog({
  user: before,
  taxId,
  act,
  onClose,
}: {
  /** Who is logged in now. */
  user: string | null;
  taxId: string;
  act: Act;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [user, setUser] = useState(before ?? subUserStart(taxId));
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState(false);
  const problem = subUserProblem(user);
  const submit = async () => {
    setSent(true);
    if (problem !== null || password === '') return;
    const reply = await action.run(() => act('login', { user, password }));
    if (!reply.ok) return;
    note(t('portugal.login.done', { user }));
    onClose();
  };
  return (
    <Dialog
      heading={t('portugal.login.dialogHeading')}
      submit={t('portugal.login.submit')}
      busy={action.busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('portugal.login.where')}</p>
      <TextField
        label={t('portugal.login.user.label')}
        description={t('portugal.login.user.hint')}
        placeholder="509876544/1"
        autoComplete="off"
        spellCheck={false}
        error={sent && problem !== null ? t(`portugal.login.user.${problem}`) : null}
        value={user}
        onChange={(event) => setUser(tidySubUser(event.currentTarget.value))}
      />
      <PasswordField
        label={t('portugal.login.password.label')}
        description={t('portugal.login.password.hint')}
        error={sent && password === '' ? t('portugal.login.password.missing') : null}
        value={password}
        onChange={setPassword}
      />
      <FailureNote failure={action.failure} />
    </Dialog>
  );
}
