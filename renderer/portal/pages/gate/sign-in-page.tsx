import { Anchor, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../api/request.ts';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { focusMistake } from '../../../components/focus.ts';
import { enter } from '../../api/session.ts';
import { GateFrame } from '../../app/gate-frame.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';

/** The way in with e-mail address and password. */
export function SignInPage() {
  const { t } = usePortalTexts();
  const { busy, failure, run } = useAction();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);

  const submit = async () => {
    setTried(true);
    if (email.trim() === '' || password === '') return;
    const reply = await run(() => enter('/session', { email: email.trim(), password }));
    if (reply.ok) return;
    setPassword('');
    setTried(false);
  };
  return (
    <GateFrame heading={t('gate.signIn')} intro={t('gate.signInIntro')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
          focusMistake(event.currentTarget);
        }}
      >
        <Stack>
          <TextInput
            type="email"
            name="email"
            label={t('people.email')}
            autoComplete="username"
            autoFocus
            error={tried && email.trim() === '' ? t('wrong.required') : null}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextInput
            type="password"
            name="password"
            label={t('people.password')}
            autoComplete="current-password"
            error={tried && password === '' ? t('wrong.required') : null}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <FailureNote failure={signInFailure(failure, t('gate.wrongPassword'))} />
          <ActionButton type="submit" variant="filled" busy={busy}>
            {t('gate.signInDo')}
          </ActionButton>
          <Group gap="0.5rem 1.5rem">
            <Anchor fw={600} lh="var(--tm-touch)" href="#/forgotten">
              {t('gate.forgottenLink')}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </GateFrame>
  );
}

/** A failed attempt to sign in, in words that do not speak of sessions. */
export function signInFailure(failure: Failure | null, wrong: string): Failure | null {
  return failure?.http === 401 ? { http: 401, message: wrong, details: [] } : failure;
}
