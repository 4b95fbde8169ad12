import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useNotes } from '../../../components/notes.ts';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ask } from '../../api/ask.ts';
import { idOf, kindName, kindOf } from '../../api/entities.ts';
import { entityHash } from '../../api/route.ts';
import type { Entity, EntityKind } from '../../api/types.ts';
import { goTo } from '../../api/use-place.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { EntityFields, entityBody, entityTexts } from './entity-fields.tsx';

/** Creates an entity in another one. */
export function CreatePanel({ kind, parent }: { kind: EntityKind; parent: Entity }) {
  const { t } = usePortalTexts();
  const note = useNotes();
  const { address, zip, city, countryCode } = parent;
  const isLocation = kind === 'location';
  const form = useForm(
    `create${kindName(kind)}`,
    // A shop is often where its company is.
    entityTexts(kind, isLocation ? { address, zip, city, countryCode } : { countryCode }),
  );
  const isTestAnyway = parent.state === 'Test';
  const [isTest, setTest] = useState(isTestAnyway);
  const [ignoreTaxId, setIgnoreTaxId] = useState(false);

  const submit = async () => {
    const reply = await form.submit((body) =>
      ask<Entity>(`/api/v2/Public/${kindName(kind)}`, {
        method: 'POST',
        body: {
          ...entityBody(body),
          parentEntityId: idOf(parent),
          state: isTest ? 'Test' : 'Productive',
          ...(kind === 'company' && { ignoreTaxId }),
        },
      }),
    );
    if (reply?.ok !== true) return;
    note(t('entity.isCreated', { name: reply.value.name }));
    goTo(entityHash(kind, idOf(reply.value)));
  };
  return (
    <Panel heading={t(`entity.new.${kind}`)} intro={t('entity.newIn', { name: parent.name })}>
      <FormFrame
        form={form}
        submit={t('entity.create')}
        onSubmit={() => void submit()}
        more={
          <Button component="a" href={entityHash(kindOf(parent), idOf(parent))}>
            {t('common.cancel')}
          </Button>
        }
      >
        <EntityFields kind={kind} form={form} />
        {kind === 'company' && (
          <Switch
            label={t('entity.ignoreTaxId')}
            description={t('entity.ignoreTaxIdHint')}
            checked={ignoreTaxId}
            onChange={(event) => setIgnoreTaxId(event.currentTarget.checked)}
          />
        )}
        {isTestAnyway ? (
          <Notice tone="plain">
            <p>{t(kind === 'company' ? 'entity.testParentCompany' : 'entity.testParent')}</p>
          </Notice>
        ) : (
          <Switch
            label={t('entity.asTest')}
            description={t('entity.asTestHint')}
            checked={isTest}
            onChange={(event) => setTest(event.currentTarget.checked)}
          />
        )}
      </FormFrame>
    </Panel>
  );
}
