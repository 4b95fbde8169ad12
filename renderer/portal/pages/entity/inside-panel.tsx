import { Button, Group } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { idOf, kindOf } from '../../api/entities.ts';
import { entityHash } from '../../api/route.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from './entity-page.tsx';

/** What can be created in an entity. */
export function InsidePanel({ line: { entity }, may }: SectionProps) {
  const { t } = usePortalTexts();
  const kind = kindOf(entity);
  const id = idOf(entity);
  if (kind === 'location' || !may.has('ManageCompany') || entity.state === 'Deactivated') return null;
  return (
    <Panel heading={t('entity.inside')} intro={t(`entity.insideText.${kind}`)}>
      <Group gap="xs">
        {kind === 'organization' && (
          <>
            <Button component="a" href={entityHash(kind, id, 'new-company')}>
              {t('entity.new.company')}
            </Button>
            <Button component="a" href={entityHash(kind, id, 'new-organization')}>
              {t('entity.new.organization')}
            </Button>
          </>
        )}
        {kind === 'company' && (
          <Button component="a" href={entityHash(kind, id, 'new-location')}>
            {t('entity.new.location')}
          </Button>
        )}
      </Group>
    </Panel>
  );
}
