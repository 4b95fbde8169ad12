import { Group, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { BackupsOverview, StorageCheck } from '../../../service/backup/wire.ts';
import { checkFolder, setFolder } from '../../api/care.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { focusMistake } from '../../components/focus.ts';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { FolderCheck } from './folder-check.tsx';

/** Where backups go every night. The folder is looked at before it is taken. */
export function FolderPanel({
  overview: { path, check },
  reload,
}: {
  overview: BackupsOverview;
  reload: () => Promise<void>;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [entered, setEntered] = useState(path ?? '');
  const [looked, setLooked] = useState<StorageCheck | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const folder = entered.trim();
  // What was found out of another folder says nothing of this one.
  const shown = looked?.path === folder ? looked : folder === path ? check : null;
  const look = async () => {
    const reply = await action.run(() => checkFolder(folder));
    if (reply.ok) setLooked(reply.value);
    return reply.ok ? reply.value : null;
  };
  const save = async () => {
    const found = await look();
    if (found?.problem !== null) return;
    const reply = await action.run(() => setFolder(folder));
    await reload();
    if (reply.ok) note(t('care.backups.folder.saved'));
  };
  const wrong = shown?.problem ?? null;
  return (
    <Panel heading={t('care.backups.folder.heading')} intro={t('care.backups.folder.intro')}>
      <form
        noValidate
        onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
          event.preventDefault();
          const form = event.currentTarget;
          if (folder !== '') void save().then(() => focusMistake(form));
        }}
      >
        <Stack gap="sm" maw="44rem">
          <TextInput
            label={t('care.backups.folder.label')}
            description={t('care.backups.folder.hint')}
            autoComplete="off"
            spellCheck={false}
            error={wrong === null ? null : t(`care.backups.folder.problem.${wrong}`)}
            value={entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
          {shown !== null && <FolderCheck check={shown} />}
          <Group gap="xs">
            <ActionButton
              type="submit"
              variant="filled"
              busy={action.busy}
              blocked={folder === '' || folder === path}
            >
              {t('care.backups.folder.save')}
            </ActionButton>
            <ActionButton blocked={folder === ''} onAction={look}>
              {t('care.backups.folder.look')}
            </ActionButton>
            {path !== null && (
              <ActionButton variant="subtle" onAction={() => setLeaving(true)}>
                {t('care.backups.folder.none')}
              </ActionButton>
            )}
          </Group>
          <FailureNote failure={action.failure} />
        </Stack>
      </form>
      {isLeaving && (
        <ConfirmDialog
          heading={t('care.backups.folder.noneHeading')}
          submit={t('care.backups.folder.none')}
          color="red"
          action={async () => {
            const reply = await setFolder('');
            await reload();
            return reply;
          }}
          done={t('care.backups.folder.noneDone')}
          onClose={() => setLeaving(false)}
        >
          <p>{t('care.backups.folder.noneText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
