import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { signIn } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { focusMistake } from '../../components/focus.ts';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** Signs in with the password of the register. */
export function PasswordSignIn({ onDone, onPeople }: { onDone: () => void; onPeople: (() => void) | null }) {
  const { t } = useTexts();
  const { busy, failure, run } = useAction();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const isWrong = failure?.http === 403;
  const mistake = tried && password === '' && t(isWrong ? 'session.wrong' : 'session.missing');

  const submit = async () => {
    setTried(true);
    if (password === '') return;
    const reply = await run(() => signIn(password));
    if (reply.ok) onDone();
    else setPassword('');
  };
  return (
    <Panel order={1} heading={t('session.heading')} intro={t('session.intro')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
          focusMistake(event.currentTarget);
        }}
      >
        <Stack>
          {/* Fills in the user of a browser's password store, which wants one. */}
          <input type="text" name="username" autoComplete="username" value="manager" readOnly hidden />
          <TextInput
            type="password"
            name="password"
            label={t('session.password')}
            autoComplete="current-password"
            error={mistake}
            value={password}
            onChange={(event) => {
              setTried(false);
              setPassword(event.currentTarget.value);
            }}
          />
          <FailureNote
            failure={
              failure?.http === 429 ? { ...failure, message: t('session.wait') } : isWrong ? null : failure
            }
          />
          <Group gap="xs">
            <ActionButton type="submit" variant="filled" busy={busy}>
              {t('session.signIn')}
            </ActionButton>
            {onPeople !== null && <Button onClick={onPeople}>{t('session.byName')}</Button>}
            <Button onClick={() => (window.location.hash = '#/')}>{t('session.back')}</Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
