import { Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import type { ProfileAct } from '../../api/profile.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fold } from '../../components/fold.tsx';
import { useNotes } from '../../components/notes.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DangerDialog } from './danger-dialog.tsx';
import { dangersOf } from './danger.ts';
import { refusalWords } from './attribute-words.ts';
import type { Done } from './undo.ts';

/** The whole list as text, for those who paste one. */
export function ListFold({
  text,
  attributes,
  act,
  onDone,
}: {
  /** The list in force. */
  text: string;
  attributes: readonly AttributeEntry[];
  act: ProfileAct;
  onDone: (done: Done) => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [entered, setEntered] = useState(text);
  const [asked, setAsked] = useState(false);
  const fields = action.failure?.fields;
  const wrong = attributes.filter(({ name }) => fields && Object.hasOwn(fields, name));
  const problems = [
    ...(fields && Object.hasOwn(fields, 'text') ? [t('settings.wrong.unreadable')] : []),
    ...(action.failure?.details ?? []).filter(() => fields && Object.hasOwn(fields, 'text')),
    ...wrong.map(({ name, type }) => `${name}: ${refusalWords(fields?.[name], type, t)}`),
  ];
  const dangers = dangersOf(attributes, entered);
  const submit = async () => {
    if (dangers.length > 0) setAsked(true);
    else await save();
  };
  const save = async () => {
    const reply = await action.run(() => act('list', { text: entered }));
    setAsked(false);
    if (!reply.ok) return;
    onDone({ what: t('settings.list.what'), undo: (again) => again('list', { text }) });
    note(t('settings.list.saved'));
  };
  return (
    <Fold summary={t('settings.list.summary')}>
      <Stack gap="sm">
        <Textarea
          label={t('settings.list.label')}
          description={t('settings.list.hint')}
          error={problems.length === 0 ? null : problems.join(' ')}
          rows={5}
          spellCheck={false}
          value={entered}
          onChange={(event) => setEntered(event.currentTarget.value)}
        />
        <Group gap="xs">
          <ActionButton onAction={submit} blocked={entered === text}>
            {t('settings.list.save')}
          </ActionButton>
          <ActionButton variant="subtle" blocked={entered === text} onAction={() => setEntered(text)}>
            {t('settings.list.reset')}
          </ActionButton>
        </Group>
        <FailureNote failure={fields ? null : action.failure} />
      </Stack>
      {asked && (
        <DangerDialog
          entries={dangers}
          busy={action.busy}
          onSave={() => void save()}
          onClose={() => setAsked(false)}
        />
      )}
    </Fold>
  );
}
