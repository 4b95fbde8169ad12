import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';
import classes from './movement-card.module.css';

/** Enter the code that the tax authority has given to a transport document which it was told of by hand. */
export function MovementCard({ act }: { act: Act }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  const [document, setDocument] = useState('');
  const [code, setCode] = useState('');
  const enter = async () => {
    const reply = await action.run(() =>
      act('movement-code', { document: document.trim(), code: code.trim() }),
    );
    if (!reply.ok) return;
    note(t('portugal.movement.done', { document: document.trim() }));
    setDocument('');
    setCode('');
  };
  return (
    <Panel heading={t('portugal.movement.heading')} intro={t('portugal.movement.intro')}>
      <div className={classes.fields}>
        <TextInput
          label={t('portugal.movement.document')}
          placeholder="GT 1_1.26/1"
          autoComplete="off"
          spellCheck={false}
          value={document}
          onChange={(event) => setDocument(event.currentTarget.value)}
        />
        <TextInput
          label={t('portugal.movement.code')}
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <ActionButton onAction={enter} blocked={document.trim() === '' || code.trim() === ''}>
          {t('portugal.movement.submit')}
        </ActionButton>
      </div>
      <FailureNote failure={action.failure} />
    </Panel>
  );
}
