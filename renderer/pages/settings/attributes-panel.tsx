import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import type { AttributeEntry, ProfileOverview } from '../../../service/settings/wire.ts';
import type { ProfileAct } from '../../api/profile.ts';
import type { Failure } from '../../api/request.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AttributeDialog } from './attribute-dialog.tsx';
import { ATTRIBUTE_FILTERS, isFound, isShown, type AttributeFilter } from './attribute-filter.ts';
import { AttributeTable } from './attribute-table.tsx';
import { effectOf, scopeOf, valueWords } from './attribute-words.ts';
import { RawList } from './raw-list.tsx';
import type { Done } from './undo.ts';

/** All attributes: to be found, set, changed and removed. */
export function AttributesPanel({
  overview: { attributes, text },
  intro,
  choice,
  act,
  onDone,
}: {
  overview: ProfileOverview;
  /** What the attributes count for. */
  intro: string;
  /** Where another register is chosen. */
  choice: ReactNode;
  act: ProfileAct;
  /** Told what was changed; null where it cannot be taken back. */
  onDone: (done: Done | null) => void;
}) {
  const { t, locale } = useTexts();
  const note = useNotes();
  const removal = useAction();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<AttributeFilter>('all');
  const [edited, setEdited] = useState<AttributeEntry | null>(null);
  const count = useId();

  const textsOf = (entry: AttributeEntry) => [
    entry.name,
    effectOf(entry, t),
    scopeOf(entry.scope, t),
    entry.value === null ? '' : valueWords(entry, entry.value, t, locale),
  ];
  const shown = attributes.filter((entry) => isShown(entry, filter) && isFound(textsOf(entry), search));
  // A secret that was there is known to nobody but the service: it cannot be put back.
  const told = ({ name, type, value }: AttributeEntry) =>
    onDone(
      type.kind === 'secret' && value !== null
        ? null
        : { what: name, undo: (again) => again('list', { text }) },
    );
  // The service says in English that the manager's password is needed.
  const inWords = (failure: Failure | null) =>
    failure?.fields && Object.values(failure.fields).includes('password')
      ? { ...failure, message: t('settings.wrong.password'), details: [] }
      : failure;
  const remove = async (entry: AttributeEntry) => {
    const reply = await removal.run(() => act('remove', { name: entry.name }));
    if (!reply.ok) return;
    told(entry);
    note(t('settings.removed', { name: entry.name }));
  };
  return (
    <Panel heading={t('settings.attributes')} intro={intro}>
      <Group role="search" align="flex-end" gap="0.75rem 1rem">
        {choice}
        <TextInput
          type="search"
          label={t('settings.search')}
          placeholder={t('settings.searchHint')}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={count}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex="2 1 16rem"
        />
        <NativeSelect
          label={t('settings.show')}
          data={ATTRIBUTE_FILTERS.map((value) => ({ value, label: t(`settings.filter.${value}`) }))}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value as AttributeFilter)}
          flex="1 1 10rem"
        />
      </Group>
      <Text id={count} size="sm" c="dimmed" role="status">
        {shown.length > 0
          ? t('settings.found', { count: shown.length, total: attributes.length })
          : t(filter === 'set' && search.trim() === '' ? 'settings.nothingSet' : 'settings.nothingFound')}
      </Text>
      <FailureNote failure={inWords(removal.failure)} />
      {shown.length > 0 && <AttributeTable entries={shown} onEdit={setEdited} onRemove={remove} />}
      <RawList text={text} attributes={attributes} act={act} onDone={onDone} />
      {edited !== null && (
        <AttributeDialog
          entry={edited}
          attributes={attributes}
          act={act}
          onDone={() => told(edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}
