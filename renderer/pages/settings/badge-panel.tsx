import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ProfileAct } from '../../api/profile.ts';
import { useAction } from '../../api/use-action.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useMistakeFocus } from '../../components/focus.ts';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** The company's badge: which company of the portal this installation belongs to. */
export function BadgePanel({
  hasBadge,
  hasPortalBeside,
  act,
}: {
  hasBadge: boolean;
  hasPortalBeside: boolean;
  act: ProfileAct;
}) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<'enter' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const note = useNotes();
  const { busy, failure, run } = useAction();
  const connect = async () => {
    if ((await run(() => act('beside', {}))).ok) note(t('settings.badge.saved'));
  };
  return (
    <Panel
      heading={t('settings.badge.heading')}
      intro={`${t('settings.badge.intro')} ${t('settings.badge.later')}`}
    >
      <Mark tone="plain">{t(hasBadge ? 'settings.badge.isSet' : 'settings.badge.isNone')}</Mark>
      <FailureNote failure={failure} />
      <Group gap="xs">
        {hasPortalBeside && !hasBadge && (
          <Button loading={busy} onClick={() => void connect()}>
            {t('settings.badge.beside')}
          </Button>
        )}
        <Button onClick={() => setAsked('enter')}>
          {t(hasBadge ? 'settings.badge.change' : 'settings.badge.enter')}
        </Button>
        {hasBadge && <Button onClick={() => setAsked('remove')}>{t('settings.badge.remove')}</Button>}
      </Group>
      {asked === 'enter' && <BadgeDialog act={act} onClose={close} />}
      {asked === 'remove' && (
        <ConfirmDialog
          heading={t('settings.badge.remove')}
          submit={t('settings.badge.doRemove')}
          color="red"
          action={() => act('badge', { badge: '' })}
          done={t('settings.badge.removed')}
          onClose={close}
        >
          <p>{t('settings.badge.removeText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function BadgeDialog({ act, onClose }: { act: ProfileAct; onClose: () => void }) {
  const { t } = useTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  useMistakeFocus(failure);
  const [entered, setEntered] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = async () => {
    const badge = entered.trim();
    setMissing(badge === '');
    if (badge === '') return;
    const reply = await run(() => act('badge', { badge }));
    if (!reply.ok) return;
    note(t('settings.badge.saved'));
    onClose();
  };
  return (
    <Dialog
      heading={t('settings.badge.heading')}
      submit={t('settings.save')}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PasswordField
        label={t('settings.badge.label')}
        description={t('settings.badge.hint')}
        error={missing ? t('settings.wrong.missing') : failure?.fields ? t('settings.badge.wrong') : null}
        value={entered}
        onChange={setEntered}
      />
      <FailureNote failure={failure?.fields ? null : failure} />
    </Dialog>
  );
}
