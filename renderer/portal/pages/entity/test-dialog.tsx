import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { ask } from '../../api/ask.ts';
import { entityPath, idOf, kindOf } from '../../api/entities.ts';
import type { Entity } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { bodyOf } from '../../forms/use-form.ts';
import { entityBody, entityTexts } from './entity-fields.tsx';

/** Asks whether an entity is really to be for tests only, from now on. */
export function TestDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const { t } = usePortalTexts();
  const kind = kindOf(entity);
  return (
    <ConfirmDialog
      heading={t('life.testHeading', { name: entity.name })}
      submit={t('life.makeTestDo')}
      color="red"
      typed={{ expected: entity.name, label: t('life.typeName'), wrong: t('life.wrongName') }}
      action={() =>
        ask(entityPath(kind, idOf(entity)), {
          method: 'PUT',
          body: {
            ...entityBody(bodyOf(entityTexts(kind, entity))),
            ...(kind === 'location' && { parentEntityId: entity.parentEntityId }),
            state: 'Test',
          },
        })
      }
      done={t('life.isTest', { name: entity.name })}
      onClose={onClose}
    >
      <Consequences texts={[t('life.testAll'), t('life.testReceipts'), t('life.final')]} />
    </ConfirmDialog>
  );
}
