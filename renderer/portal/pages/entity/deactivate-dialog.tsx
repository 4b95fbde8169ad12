import { NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { ask } from '../../api/ask.ts';
import { entityPath, idOf, kindOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { bodyOf } from '../../forms/use-form.ts';
import { entityBody, entityTexts } from './entity-fields.tsx';

/** As far ahead as contracts usually end. */
const YEARS = 5;

/** Asks when an entity is to be deactivated, and says what that means. */
export function DeactivateDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const { t } = usePortalTexts();
  const kind = kindOf(entity);
  const { name } = entity;
  const [when, setWhen] = useState('now');
  const [force, setForce] = useState(false);
  const thisYear = new Date().getFullYear();
  const years = Array.from({ length: YEARS }, (_, i) => String(thisYear + i));
  const isNow = when === 'now';
  const action = () => {
    // Organizations have no deactivation of their own: it is a state of theirs.
    if (kind === 'organization') {
      const body = { ...entityBody(bodyOf(entityTexts(kind, entity))), state: 'Deactivated' };
      return ask(entityPath(kind, idOf(entity)), { method: 'PUT', body });
    }
    const query = new URLSearchParams();
    if (!isNow) query.set('deactivateAfterYear', when);
    if (force) query.set('forceSubDeactivation', 'true');
    const path = `${entityPath(kind, idOf(entity))}/Deactivate`;
    return ask(query.size === 0 ? path : `${path}?${query}`, { method: 'PUT' });
  };
  return (
    <ConfirmDialog
      heading={t('life.deactivateHeading', { name })}
      submit={isNow ? t('life.deactivateDo') : t('life.schedule')}
      color="red"
      // What is only planned can be taken back.
      {...(isNow && {
        typed: { expected: name, label: t('life.typeName'), wrong: t('life.wrongName') },
      })}
      action={action}
      done={isNow ? t('life.isDeactivated', { name }) : t('life.isScheduled', { name, year: when })}
      onClose={onClose}
    >
      {kind !== 'organization' && (
        <>
          <NativeSelect
            label={t('life.when')}
            data={[
              { value: 'now', label: t('life.now') },
              ...years.map((year) => ({ value: year, label: t('life.endOf', { year }) })),
            ]}
            value={when}
            onChange={(event) => setWhen(event.currentTarget.value)}
          />
          <Switch
            label={t('life.force')}
            description={t('life.forceHint')}
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        </>
      )}
      <Consequences
        texts={[
          t(`life.all.${kind}`),
          force ? t('life.unitsAtOnce') : t('life.unitsLater'),
          t('life.noReceipts'),
          isNow ? t('life.final') : t('life.finalLater'),
        ]}
      />
    </ConfirmDialog>
  );
}
