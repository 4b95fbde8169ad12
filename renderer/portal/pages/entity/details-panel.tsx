import { Button } from '@mantine/core';
import { useState } from 'react';
import { Fact, Facts } from '../../../components/card.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { countryName } from '../../../format/country.ts';
import { timeText } from '../../time-text.ts';
import { ask } from '../../api/ask.ts';
import { entityPath, idOf, kindName, kindOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { EntityFields, entityBody, entityTexts } from './entity-fields.tsx';
import type { SectionProps } from './entity-page.tsx';

/** What is known of an entity; whoever may change it can. */
export function DetailsPanel({ line: { entity }, may }: SectionProps) {
  const { t } = usePortalTexts();
  const kind = kindOf(entity);
  const canChange = may.has('ManageCompany') && entity.state !== 'Deactivated';
  return (
    <Panel heading={t(`entity.heading.${kind}`)}>
      {canChange ? <Change key={idOf(entity)} entity={entity} /> : <Known entity={entity} />}
    </Panel>
  );
}

function Change({ entity }: { entity: Entity }) {
  const { t, locale } = usePortalTexts();
  const note = useNotes();
  const kind = kindOf(entity);
  // The API takes no tax id for the one that is there; the page shows it.
  const form = useForm(`update${kindName(kind)}`, entityTexts(kind, entity), ['taxId']);
  // Somebody else has changed it meanwhile: what was typed here would overwrite that unseen.
  const [base, setBase] = useState(entity);
  const isOther = base.changedTimestamp !== entity.changedTimestamp;
  if (isOther && !form.isChanged) {
    setBase(entity);
    form.reset(entityTexts(kind, entity));
  }

  const submit = async () => {
    const reply = await form.submit((body) =>
      ask<Entity>(entityPath(kind, idOf(entity)), {
        method: 'PUT',
        body: { ...entityBody(body), ...(kind === 'location' && { parentEntityId: entity.parentEntityId }) },
      }),
    );
    if (reply?.ok !== true) return;
    setBase(reply.value);
    form.reset(entityTexts(kind, reply.value));
    note(t('entity.saved'));
  };
  const takeOther = () => {
    setBase(entity);
    form.reset(entityTexts(kind, entity));
  };
  return (
    <>
      {isOther && form.isChanged && !form.busy && (
        <Notice tone="look" role="status" title={t('entity.other')}>
          <p>{t('entity.otherText')}</p>
          <Button onClick={takeOther}>{t('entity.otherTake')}</Button>
        </Notice>
      )}
      <FormFrame
        form={form}
        submit={t('common.save')}
        onSubmit={() => void submit()}
        more={
          form.isChanged && (
            <Button onClick={() => form.reset(entityTexts(kind, entity))}>{t('common.discard')}</Button>
          )
        }
      >
        <EntityFields
          kind={kind}
          form={form}
          isTaxIdFixed={kind === 'company' && entity.ignoreTaxId !== true}
        />
      </FormFrame>
      <Facts>
        <Fact name={t('entity.id')}>{idOf(entity)}</Fact>
        <Fact name={t('entity.created')}>{timeText(entity.createdTimestamp, locale)}</Fact>
        <Fact name={t('entity.changed')}>{timeText(entity.changedTimestamp, locale)}</Fact>
      </Facts>
    </>
  );
}

function Known({ entity }: { entity: Entity }) {
  const { t, locale } = usePortalTexts();
  const { zip, city, countryCode } = entity;
  const facts: [string, string | null | undefined][] = [
    [t('entity.name'), entity.name],
    [t('entity.taxId'), entity.taxId],
    [t('entity.widnr'), entity.countryProperties?.DE_WIdNr],
    [t('entity.identification'), entity.locationIdentification],
    [t('entity.address'), entity.address],
    [t('entity.city'), [zip, city].filter(Boolean).join(' ')],
    [t('entity.country'), countryCode === null ? null : countryName(countryCode, locale)],
    [t('entity.invoiceEmail'), entity.invoiceEmailAddress],
    [t('entity.comment'), entity.userComment],
    [t('entity.id'), String(idOf(entity))],
    [t('entity.created'), timeText(entity.createdTimestamp, locale)],
    [t('entity.changed'), timeText(entity.changedTimestamp, locale)],
  ];
  return (
    <Facts>
      {facts.map(
        ([name, value]) =>
          value && (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ),
      )}
    </Facts>
  );
}
