import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useNotes } from '../../../components/notes.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { type Act, openedSeries } from '../actions.ts';
import { documentClasses, DOCUMENT_TYPES } from './document-types.ts';
import classes from './open-series.module.css';
import { useTypeName } from './use-type-name.ts';

/** Open a series ahead of its first document. */
export function OpenSeries({
  inUse,
  act,
}: {
  /** Types that have a series already. */
  inUse: ReadonlySet<string>;
  act: Act;
}) {
  const { t } = useTexts();
  const note = useNotes();
  const typeName = useTypeName();
  const action = useAction();
  const [type, setType] = useState('');
  const open = async () => {
    const reply = await action.run(() => act('open', { type }));
    if (!reply.ok) return;
    const series = openedSeries(reply.value);
    if (series !== null) note(t('portugal.open.done', { series }));
    setType('');
  };
  return (
    <div className={classes.open}>
      <div className={classes.line}>
        <NativeSelect
          label={t('portugal.open.label')}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
          data={[
            { value: '', label: t('portugal.open.choose') },
            ...documentClasses.map((name) => ({
              group: t(`portugal.class.${name}`),
              items: DOCUMENT_TYPES[name].map((code) => ({
                value: code,
                label: `${typeName(code)} (${code})${inUse.has(code) ? ` – ${t('portugal.open.exists')}` : ''}`,
              })),
            })),
          ]}
        />
        <ActionButton onAction={open} blocked={type === ''}>
          {t('portugal.open.submit')}
        </ActionButton>
      </div>
      <FailureNote failure={action.failure} />
    </div>
  );
}
