import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { Failure } from '../../../api/request.ts';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { focusMistake } from '../../../components/focus.ts';
import { DownloadIcon } from '../../../components/icons.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { portalCountryOf } from '../../../countries/portal-list.ts';
import { askForFile } from '../../api/ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FieldRow } from '../../../components/field-row.tsx';
import { download } from './download.ts';

/** Files with what all registers of a company have registered in a period. */
export function ExportPanel({ companyId, country }: { companyId: number; country: string | null }) {
  const { t } = usePortalTexts();
  const note = useNotes();
  const { busy, failure, run } = useAction();
  const types = [...(portalCountryOf(country).exports ?? []), 'jou'] as const;
  const [type, setType] = useState<string>(types[0]);
  const [from, setFrom] = useState('');
  const [till, setTill] = useState('');
  const [tried, setTried] = useState(false);
  const isWrong = from !== '' && till !== '' && from > till;

  const submit = async (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault();
    setTried(true);
    focusMistake(event.currentTarget);
    if (isWrong) return;
    const query = new URLSearchParams({ type });
    if (from !== '') query.set('from', from);
    if (till !== '') query.set('till', till);
    const path = `/Company/${companyId}/Export?${query}`;
    const reply = await run(() => askForFile(path));
    if (!reply.ok) return;
    download(`.${path}`);
    note(t('export.begun'));
  };
  return (
    <Panel heading={t('export.heading')} intro={t('export.intro')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack maw="44rem">
          <FieldRow>
            <NativeSelect
              label={t('export.type')}
              data={types.map((value) => ({ value, label: t(`export.types.${value}`) }))}
              value={type}
              onChange={(event) => setType(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label={t('archive.from')}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label={t('archive.till')}
              error={tried && isWrong ? t('export.order') : null}
              value={till}
              onChange={(event) => setTill(event.currentTarget.value)}
            />
          </FieldRow>
          <FailureNote failure={allWords(failure)} />
          <Group gap="xs">
            <ActionButton type="submit" busy={busy} leftSection={<DownloadIcon />}>
              {t('export.do')}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

/** Wrong fields are few here, and said in one. */
function allWords(failure: Failure | null): Failure | null {
  if (failure?.fields === undefined) return failure;
  return { ...failure, message: Object.values(failure.fields).join(' ') };
}
