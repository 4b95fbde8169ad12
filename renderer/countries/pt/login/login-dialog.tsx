import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { PasswordField } from '../../../components/password-field.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
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
  const [user, setUser] = useState(before ?? subUserStart(taxId));
  const [password, setPassword] = useState('');
  const problem = subUserProblem(user);
  return (
    <FormDialog
      heading={t('portugal.login.dialogHeading')}
      submit={t('portugal.login.submit')}
      check={() => problem === null && password !== ''}
      send={() => act('login', { user, password })}
      done={t('portugal.login.done', { user })}
      onClose={onClose}
    >
      {(sent) => (
        <>
          <p>{t('portugal.login.where')}</p>
          <TextInput
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
        </>
      )}
    </FormDialog>
  );
}
