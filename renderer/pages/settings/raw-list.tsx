import { Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { AttributeEntry, ListPreview } from '../../../service/settings/wire.ts';
import type { ProfileAct } from '../../api/profile.ts';
import type { Reply } from '../../api/request.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fold } from '../../components/fold.tsx';
import { useNotes } from '../../components/notes.ts';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { DangerDialog } from './danger-dialog.tsx';
import { dangersOf } from './danger.ts';
import { refusalWords } from './attribute-words.ts';
import { ListChanges } from './list-changes.tsx';
import type { Done } from './undo.ts';

/** The whole list as text, for those who paste one: what it changes is shown before it is saved. */
export function RawList({
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
  /** The list that is worked on: another one may come into force meanwhile. */
  const [base, setBase] = useState(text);
  const [entered, setEntered] = useState(text);
  const [preview, setPreview] = useState<ListPreview | null>(null);
  const [asked, setAsked] = useState(false);
  const isUntouched = entered === base;
  // Nothing of one's own is lost by showing what is in force now.
  if (isUntouched && base !== text) {
    setBase(text);
    setEntered(text);
  }
  const fields = action.failure?.fields;
  const isOlder = fields?.['text'] === 'older';
  const problems = isOlder ? [] : problemsOf(attributes, action, t);
  const dangers = dangersOf(attributes, entered);
  const look = async () => {
    const reply = await action.run(
      () => act('preview', { text: entered }) as Promise<Reply<{ result: ListPreview }>>,
    );
    if (reply.ok) setPreview(reply.value.result);
  };
  const save = async () => {
    const reply = await action.run(() => act('list', { text: entered, before: base }));
    setAsked(false);
    setPreview(null);
    if (!reply.ok) return;
    onDone({ what: t('settings.list.what'), undo: (again) => again('list', { text: base }) });
    setBase(entered);
    note(t('settings.list.saved'));
  };
  const startAnew = () => {
    setBase(text);
    setEntered(text);
  };
  return (
    <Fold summary={t('settings.list.summary')}>
      <Stack gap="sm">
        <Textarea
          label={t('settings.list.label')}
          description={t('settings.list.hint')}
          error={problems.length === 0 ? null : problems.join(' ')}
          rows={8}
          spellCheck={false}
          value={entered}
          onChange={(event) => setEntered(event.currentTarget.value)}
        />
        {(isOlder || (base !== text && !isUntouched)) && (
          <Notice tone="look" role="alert">
            <p>{t('settings.list.older')}</p>
          </Notice>
        )}
        <Group gap="xs">
          <ActionButton onAction={look} blocked={isUntouched}>
            {t('settings.list.look')}
          </ActionButton>
          <ActionButton variant="subtle" blocked={isUntouched} onAction={startAnew}>
            {t('settings.list.reset')}
          </ActionButton>
        </Group>
        <FailureNote failure={fields ? null : action.failure} />
      </Stack>
      {preview !== null && !asked && (
        <Dialog
          heading={t('settings.list.changes')}
          submit={t('settings.list.save')}
          busy={action.busy}
          blocked={preview.changes.length === 0}
          onSubmit={() => (dangers.length > 0 ? setAsked(true) : void save())}
          onClose={() => setPreview(null)}
        >
          <ListChanges preview={preview} />
        </Dialog>
      )}
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

/** What is wrong with the list, in the words of the page. */
function problemsOf(
  attributes: readonly AttributeEntry[],
  { failure }: Pick<ReturnType<typeof useAction>, 'failure'>,
  t: ReturnType<typeof useTexts>['t'],
): string[] {
  const fields = failure?.fields;
  if (fields === undefined) return [];
  const isUnreadable = Object.hasOwn(fields, 'text');
  const wrong = attributes.filter(({ name }) => Object.hasOwn(fields, name));
  return [
    ...(isUnreadable ? [t('settings.wrong.unreadable'), ...failure!.details] : []),
    ...wrong.map(({ name, type }) => `${name}: ${refusalWords(fields[name], type, t)}`),
  ];
}
