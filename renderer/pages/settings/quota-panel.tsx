import { Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { ProfileOverview } from '../../../service/settings/wire.ts';
import type { ProfileAct } from '../../api/profile.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { focusMistake } from '../../components/focus.ts';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Done } from './undo.ts';

/** How much the data may take of the disk. */
export function QuotaPanel({
  overview: { diskQuota, leastQuota, mostQuota },
  act,
  onDone,
}: {
  overview: ProfileOverview;
  act: ProfileAct;
  onDone: (done: Done) => void;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [entered, setEntered] = useState(String(diskQuota));
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Once it is marked: what the service says comes after the form was sent.
  useEffect(() => {
    if (wrong) field.current?.focus();
  }, [wrong]);
  const limits = { least: leastQuota, most: mostQuota };
  const submit = async () => {
    const isNumber = /^\d{1,9}$/.test(entered.trim());
    setWrong(!isNumber);
    if (!isNumber) return;
    const reply = await action.run(() => act('quota', { megabytes: Number(entered) }));
    setWrong(!reply.ok && reply.failure.fields !== undefined);
    if (!reply.ok) return;
    onDone({ what: t('settings.quota.what'), undo: (again) => again('quota', { megabytes: diskQuota }) });
    note(t('settings.quota.saved'));
  };
  return (
    <Panel heading={t('settings.quota.heading')} intro={t('settings.quota.intro')}>
      <form
        noValidate
        onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
          event.preventDefault();
          const form = event.currentTarget;
          void submit().then(() => focusMistake(form));
        }}
      >
        <Stack gap="sm" maw="30rem">
          <TextInput
            ref={field}
            inputMode="numeric"
            autoComplete="off"
            label={t('settings.quota.label')}
            description={t('settings.quota.hint', limits)}
            error={wrong ? t('settings.wrong.number', limits) : null}
            value={entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
          />
          <Group gap="xs">
            <ActionButton type="submit" busy={action.busy} blocked={entered.trim() === String(diskQuota)}>
              {t('settings.save')}
            </ActionButton>
          </Group>
          <FailureNote failure={action.failure?.fields ? null : action.failure} />
        </Stack>
      </form>
    </Panel>
  );
}
