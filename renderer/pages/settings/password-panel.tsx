import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { changePassword, useSession } from '../../api/session.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import type { Failure } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useMistakeFocus } from '../../components/focus.ts';
import { Mark } from '../../components/mark.tsx';
import { Notice } from '../../components/notice.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** The manager's password: who may see these pages, and whether other computers may connect. */
export function PasswordPanel() {
  const { t } = useTexts();
  const session = useSession();
  const [asked, setAsked] = useState<'set' | 'remove' | null>(null);
  const hasPassword = session?.hasPassword === true;
  return (
    <Panel heading={t('settings.password.heading')} intro={t('settings.password.intro')}>
      <Mark tone={hasPassword ? 'good' : 'look'}>
        {t(hasPassword ? 'settings.password.isSet' : 'settings.password.isNone')}
      </Mark>
      <Group gap="xs">
        <Button onClick={() => setAsked('set')}>
          {t(hasPassword ? 'settings.password.change' : 'settings.password.set')}
        </Button>
        {hasPassword && <Button onClick={() => setAsked('remove')}>{t('settings.password.remove')}</Button>}
      </Group>
      {hasPassword && <Anchor href={PAGE_HASH.people}>{t('people.lead')}</Anchor>}
      {asked !== null && (
        <PasswordDialog change={asked} hasPassword={hasPassword} onClose={() => setAsked(null)} />
      )}
    </Panel>
  );
}

function PasswordDialog({
  change,
  hasPassword,
  onClose,
}: {
  change: 'set' | 'remove';
  hasPassword: boolean;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  useMistakeFocus(failure);
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const problem = problemOf(failure);
  const submit = async () => {
    const isMissing = change === 'set' && password === '';
    setMissing(isMissing);
    if (isMissing) return;
    const reply = await run(() => changePassword(old, change === 'set' ? password : ''));
    if (!reply.ok) return;
    note(t(change === 'set' ? 'settings.password.saved' : 'settings.password.removed'));
    onClose();
  };
  return (
    <Dialog
      heading={t(change === 'set' ? 'settings.password.heading' : 'settings.password.remove')}
      submit={t(change === 'set' ? 'settings.save' : 'settings.password.doRemove')}
      color={change === 'remove' ? 'red' : 'petrol'}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {change === 'remove' && <p>{t('settings.password.removeText')}</p>}
      {problem.password === 'people' && (
        <Notice tone="bad" role="alert">
          <p>{t('settings.password.hasPeople')}</p>
        </Notice>
      )}
      {hasPassword && (
        <TextInput
          type="password"
          label={t('settings.password.old')}
          autoComplete="current-password"
          error={problem.old === undefined ? null : t('session.wrong')}
          value={old}
          onChange={(event) => setOld(event.currentTarget.value)}
        />
      )}
      {change === 'set' && (
        <PasswordField
          label={t('settings.password.new')}
          description={t('settings.password.hint')}
          error={
            missing
              ? t('session.missing')
              : problem.password === undefined
                ? null
                : t('settings.password.length')
          }
          value={password}
          onChange={setPassword}
        />
      )}
      <FailureNote
        failure={
          failure?.http === 429
            ? { ...failure, message: t('session.wait') }
            : failure?.fields
              ? null
              : failure
        }
      />
    </Dialog>
  );
}

function problemOf(failure: Failure | null): Partial<Record<'old' | 'password', string>> {
  return failure?.fields ?? {};
}
