import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useAction } from '../../../api/use-action.ts';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { entityPath, idOf, kindOf } from '../../api/entities.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import type { SectionProps } from './entity-page.tsx';
import { TestDialog } from './test-dialog.tsx';

/** The steps in the life of an entity that cannot be taken back. */
export function StatePanel({ line: { entity }, may }: SectionProps) {
  const { t, locale } = usePortalTexts();
  const note = useNotes();
  const { failure, run } = useAction();
  const [asked, setAsked] = useState<'test' | 'deactivate' | null>(null);
  const kind = kindOf(entity);
  const id = idOf(entity);
  if (!may.has('ManageCompany')) return null;
  if (entity.state === 'Deactivated') {
    return (
      <Notice tone="plain" title={t('life.over')}>
        <p>{t('life.overText')}</p>
      </Notice>
    );
  }
  const keep = async () => {
    const reply = await run(() => ask(`${entityPath(kind, id)}/Deactivate`, { method: 'DELETE' }));
    if (reply.ok) note(t('life.kept', { name: entity.name }));
  };
  const ends = entity.deactivateAfterTimestamp;
  return (
    <>
      <Panel heading={t('life.heading')} intro={t('life.intro')}>
        {ends !== null && (
          <Notice tone="look" title={t('life.scheduled', { when: timeText(ends, locale) })}>
            <p>{t('life.scheduledText')}</p>
          </Notice>
        )}
        <FailureNote failure={failure} />
        <Group gap="xs">
          {ends !== null && <ActionButton onAction={keep}>{t('life.keep')}</ActionButton>}
          {entity.state === 'Productive' && (
            <Button onClick={() => setAsked('test')}>{t('life.makeTest')}</Button>
          )}
          <Button variant="filled" color="red" onClick={() => setAsked('deactivate')}>
            {t('life.deactivate')}
          </Button>
        </Group>
      </Panel>
      {asked === 'test' && <TestDialog entity={entity} onClose={() => setAsked(null)} />}
      {asked === 'deactivate' && <DeactivateDialog entity={entity} onClose={() => setAsked(null)} />}
    </>
  );
}
