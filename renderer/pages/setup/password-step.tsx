import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { changePassword } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { focusMistake, useMistakeFocus } from '../../components/focus.ts';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { BackButton, StepFrame, type StepWays } from './step-frame.tsx';

/** The manager's password. Doing without is asked twice, and in plain words (ST7). */
export function PasswordStep({ isSet, ways }: { isSet: boolean; ways: StepWays }) {
  const { t } = useTexts();
  const heading = t('setup.step.password');
  if (isSet)
    return (
      <StepFrame heading={heading} intro={t('settings.password.intro')} ways={ways} isDone>
        <Notice tone="good" role="status" title={t('settings.password.isSet')} />
      </StepFrame>
    );
  return (
    <Panel heading={heading} intro={t('settings.password.intro')}>
      <PasswordForm ways={ways} />
    </Panel>
  );
}

function PasswordForm({ ways }: { ways: StepWays }) {
  const { t } = useTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  useMistakeFocus(failure);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [asked, setAsked] = useState(false);
  const save = async (form: HTMLElement) => {
    setMissing(password === '');
    if (password === '') {
      focusMistake(form);
      return;
    }
    const reply = await run(() => changePassword('', password));
    if (!reply.ok) return;
    note(t('settings.password.saved'));
    ways.next();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <Stack>
        <input type="text" name="username" autoComplete="username" value="manager" readOnly hidden />
        <PasswordField
          label={t('settings.password.new')}
          description={t('settings.password.hint')}
          error={
            missing
              ? t('session.missing')
              : failure?.fields?.['password'] === undefined
                ? null
                : t('settings.password.length')
          }
          value={password}
          onChange={setPassword}
        />
        <FailureNote failure={failure?.fields ? null : failure} />
        <Group gap="xs">
          <ActionButton type="submit" variant="filled" busy={busy}>
            {t('setup.saveAndNext')}
          </ActionButton>
          <ActionButton variant="subtle" onAction={() => setAsked(true)}>
            {t('setup.password.without')}
          </ActionButton>
          <BackButton back={ways.back} />
        </Group>
      </Stack>
      {asked && (
        <Dialog
          heading={t('setup.password.sure')}
          submit={t('setup.password.doWithout')}
          color="red"
          onSubmit={ways.next}
          onClose={() => setAsked(false)}
        >
          <p>{t('setup.password.warning')}</p>
          <p>{t('setup.password.later')}</p>
        </Dialog>
      )}
    </form>
  );
}
