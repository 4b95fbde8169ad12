import { Button, Group, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { AttributeEntry } from '../../../service/settings/wire.ts';
import type { ProfileAct } from '../../api/profile.ts';
import { useAction } from '../../api/use-action.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { Mark } from '../../components/mark.tsx';
import { useNotes } from '../../components/notes.ts';
import { Panel } from '../../components/panel.tsx';
import { Soft } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { AttributeDialog } from './attribute-dialog.tsx';
import { isOff } from './attribute-values.ts';
import { effectOf, labelOf, valueWords } from './attribute-words.ts';
import classes from './task-attributes.module.css';

/** Attributes in plain words, each with the control that fits: a switch, or its value and a dialog. */
export function TaskAttributes({
  heading,
  entries,
  attributes,
  act,
  onSet,
}: {
  heading: string;
  entries: readonly AttributeEntry[];
  /** All of them: a change may find another one wrong. */
  attributes: readonly AttributeEntry[];
  act: ProfileAct;
  /** Told what was changed. */
  onSet: (entry: AttributeEntry) => void;
}) {
  const texts = useTexts();
  const { t } = texts;
  const note = useNotes();
  const action = useAction();
  const [edited, setEdited] = useState<AttributeEntry | null>(null);
  const toggle = async (entry: AttributeEntry, on: boolean) => {
    // What loses receipts or stops sales is asked about.
    if (on && entry.danger) {
      setEdited(entry);
      return;
    }
    const reply = await action.run(() => act('set', { name: entry.name, value: on ? 'true' : 'false' }));
    if (!reply.ok) return;
    onSet(entry);
    note(t('settings.saved', { name: labelOf(entry, t) }));
  };
  return (
    <Panel heading={heading}>
      <FailureNote failure={action.failure} />
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.name} data-testid="setting" data-name={entry.name}>
            <Group justify="space-between" align="center" gap="0.5rem 1rem" wrap="wrap">
              <div className={classes.words}>
                <Text fw={600}>{labelOf(entry, t)}</Text>
                <Soft>{effectOf(entry, t)}</Soft>
                {entry.waits && <Mark tone="look">{t('settings.mark.waits')}</Mark>}
              </div>
              {entry.type.kind === 'flag' ? (
                <Switch
                  aria-label={labelOf(entry, t)}
                  checked={!isOff(entry.value ?? entry.standard ?? 'false')}
                  onChange={(event) => void toggle(entry, event.currentTarget.checked)}
                />
              ) : (
                <Group gap="0.75rem">
                  <Text>{shown(entry, texts)}</Text>
                  <Button
                    onClick={() => setEdited(entry)}
                    aria-label={t(entry.value === null ? 'settings.setOf' : 'settings.changeOf', {
                      name: labelOf(entry, t),
                    })}
                  >
                    {t(entry.value === null ? 'settings.set' : 'settings.change')}
                  </Button>
                </Group>
              )}
            </Group>
          </li>
        ))}
      </ul>
      {edited !== null && (
        <AttributeDialog
          entry={edited}
          attributes={attributes}
          act={act}
          onDone={() => onSet(edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}

function shown(entry: AttributeEntry, { t, locale }: ReturnType<typeof useTexts>): string {
  // What has a usual value once it is on, is off while nobody has set it.
  const isBare = 'bare' in entry.type && entry.type.bare === true;
  const value = entry.value ?? (isBare ? 'false' : entry.standard);
  return value === null ? t('settings.value.none') : valueWords(entry, value, t, locale);
}
