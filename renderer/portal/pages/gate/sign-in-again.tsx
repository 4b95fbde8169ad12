import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { enter } from '../../api/session.ts';
import { setStanding } from '../../api/standing.ts';
import type { Session } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { signInFailure } from './sign-in-page.tsx';

/** The session has ended behind an open page: signs in again, and everything typed there is still there. */
export function SignInAgain({ session }: { session: Session }) {
  const { t } = usePortalTexts();
  const { busy, failure, run } = useAction();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { email } = session.user;
  const submit = async () => {
    setTried(true);
    if (password === '') return;
    const reply = await run(() => enter('/session', { email, password }));
    if (reply.ok) return;
    setPassword('');
    setTried(false);
  };
  return (
    <Dialog
      heading={t('gate.again')}
      submit={t('gate.signInDo')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={() => setStanding({ phase: 'out' })}
    >
      <p>{t('gate.againIntro')}</p>
      <TextInput
        type="email"
        name="email"
        label={t('people.email')}
        autoComplete="username"
        value={email}
        readOnly
      />
      <TextInput
        type="password"
        name="password"
        label={t('people.password')}
        autoComplete="current-password"
        data-autofocus
        error={tried && password === '' ? t('wrong.required') : null}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <FailureNote failure={signInFailure(failure, t('gate.wrongPassword'))} />
    </Dialog>
  );
}
