import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FolderProposal } from '../../../service/setup/wire.ts';
import { askFolders, setBackupFolder } from '../../api/setup.ts';
import { useAction } from '../../api/use-action.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useNotes } from '../../components/notes.ts';
import { Hint, Line, Present } from '../../components/part.tsx';
import { folderWords } from '../../i18n/folder-words.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Gigabytes have this many bytes, as makers of drives count. */
const GIGABYTE = 1e9;

/** Where copies of the receipts go every night: a drive that was found, or another folder. */
export function BackupForm({
  rn,
  path,
  onSaved,
}: {
  rn: string;
  /** The folder in force. */
  path: string | null;
  onSaved: () => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [{ value: folders }] = useReloader(askFolders, null);
  const [entered, setEntered] = useState('');
  const [missing, setMissing] = useState(false);
  const save = async (folder: string) => {
    setMissing(folder.trim() === '');
    if (folder.trim() === '') return;
    const reply = await action.run(() => setBackupFolder(rn, folder));
    if (!reply.ok) return;
    note(t('setup.backup.saved'));
    setEntered('');
    await onSaved();
  };
  const size = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const wrong =
    action.failure === null
      ? null
      : (folderWords(action.failure, 'path') ??
        t('setup.backup.wrong', { reason: action.failure.message ?? '' }));
  return (
    <Stack>
      {path !== null && (
        <Present>
          <span>
            {t('setup.backup.now')} <code>{path}</code>
          </span>
        </Present>
      )}
      {folders?.map((folder: FolderProposal) => (
        <Line key={folder.path}>
          <span>
            <code>{folder.path}</code>
            <Hint>
              {t(folder.isElsewhere ? 'setup.backup.elsewhere' : 'setup.backup.here', {
                size: size.format(folder.free / GIGABYTE),
              })}
            </Hint>
          </span>
          {folder.path !== path && (
            <ActionButton
              onAction={() => save(folder.path)}
              aria-label={t('setup.backup.useOf', { path: folder.path })}
            >
              {t('setup.backup.use')}
            </ActionButton>
          )}
        </Line>
      ))}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(entered);
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('setup.backup.folder')}
            description={t('setup.backup.hint')}
            autoComplete="off"
            spellCheck={false}
            error={missing ? t('setup.wrong.required') : wrong}
            value={entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
          <Group gap="xs">
            <Button type="submit" loading={action.busy}>
              {t('setup.backup.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
