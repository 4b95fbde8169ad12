import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DeviceAct } from '../../api/devices.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ScopeField, type Scope } from './scope-field.tsx';

/** Enters user and password for devices that want them; what there is is never shown. */
export function LoginDialog({
  hasOthers,
  rn,
  act,
  onClose,
}: {
  hasOthers: boolean;
  rn: string;
  act: DeviceAct;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [scope, setScope] = useState<Scope>(hasOthers ? 'register' : 'all');
  return (
    <FormDialog
      heading={t('devices.login.heading')}
      submit={t('devices.login.submit')}
      send={() => act('login', { user, password, scope })}
      done={t(user === '' && password === '' ? 'devices.login.removed' : 'devices.login.done')}
      shown={(failure) => (failure?.fields === undefined ? failure : null)}
      onClose={onClose}
    >
      {(_sent, failure) => (
        <>
          <TextInput
            label={t('devices.login.user')}
            autoComplete="off"
            spellCheck={false}
            error={failure?.fields?.['user'] === undefined ? null : t('devices.login.wrong')}
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
          />
          <PasswordField
            label={t('devices.login.password')}
            description={t('devices.login.hint')}
            error={failure?.fields?.['password'] === undefined ? null : t('devices.login.wrong')}
            value={password}
            onChange={setPassword}
          />
          {hasOthers && <ScopeField rn={rn} value={scope} onChange={setScope} />}
        </>
      )}
    </FormDialog>
  );
}
